-- What a company tells patients about the visit (part 4, section A), and the visit that a session by query booked.
alter table companies add column about_visit_en text;
alter table sessions add column visit_id integer references visits (id) on delete set null;

-- A used or expired code finds its order, to send its patient a new link.
drop index access_codes_used;
create index access_codes_by_hash on access_codes (code_hash, used_at);
