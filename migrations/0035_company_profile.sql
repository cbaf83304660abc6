-- What patients read about a company, and what applies to them (part 4, sections A and F).
alter table companies add column website text;
alter table companies add column address text;
-- An address of a page, or the text itself.
alter table companies add column privacy_notice text;
alter table companies add column terms text;
alter table companies add column privacy_practices text;
alter table companies add column message_frequency text;
alter table companies add column reply_to text;

-- JSON lists: language codes, and days after which a patient without a visit is asked again.
alter table companies add column languages text not null default '["en","es"]';
alter table companies add column nudge_days text not null default '[1,3,7]';
alter table companies add column offer_cutoff_hours integer not null default 24;
