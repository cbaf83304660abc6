-- How soon therapists confirm a requested time, in business hours, and whether patients' visits are confirmed immediately.
alter table companies add column confirm_hours integer not null default 8 check (confirm_hours between 1 and 80);
alter table companies add column confirm_immediately integer not null default 0 check (confirm_immediately in (0, 1));

-- The time until which the therapist confirms, as the patient reads it. Null if the patient reads no time.
alter table visits add column confirm_by integer;
create index visits_overdue on visits (confirm_by) where status = 'submitted' and confirm_by is not null;
