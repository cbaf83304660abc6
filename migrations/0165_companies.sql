-- Whether the company follows patients' first 90 nights. Off unless the company turns it on.
alter table companies add column first_nights integer not null default 0 check (first_nights in (0, 1));
