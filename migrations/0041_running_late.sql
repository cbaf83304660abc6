-- What the patient and the therapist said about the day of the visit (part 4, section G). A visit that moves
-- to another time loses it.
alter table visits add column late_minutes integer check (late_minutes > 0);
alter table visits add column call_me integer not null default 0 check (call_me in (0, 1));
alter table visits add column therapist_late_minutes integer check (therapist_late_minutes > 0);
alter table visits add column therapist_late_at integer;
-- How the patient heard of it; null where no message could be sent.
alter table visits add column therapist_late_sent text check (therapist_late_sent in ('text', 'email'));
