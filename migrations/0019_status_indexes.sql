-- What waits or failed is found among all that was ever sent, whatever the order it is asked in.
create index outbox_by_status on outbox (status, id);
drop index outbox_failed;

-- Codes that live, newest first, among all that were ever made.
create index access_codes_newest on access_codes (id) where ended_at is null;

-- The slots of some days, whoever's they are.
create index slots_by_date on slots (local_date, therapist_id);
