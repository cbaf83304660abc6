-- What patients read about the company that writes to them (part 4, section A).
alter table companies add column website text;
alter table companies add column address text;
alter table companies add column support_hours text;
alter table companies add column privacy_notice text;
alter table companies add column privacy_practices text;
alter table companies add column terms text;
alter table companies add column message_frequency text;
alter table companies add column about_visit_en text;
alter table companies add column reply_to text;
alter table companies add column version integer not null default 1;
