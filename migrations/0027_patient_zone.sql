-- The time zone in which the patient saw the visit (part 4, section B); null where none is known.
alter table visits add column patient_zone text;
