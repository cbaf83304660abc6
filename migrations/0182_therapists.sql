-- A JSON list of the languages that a therapist speaks besides English.
alter table therapists add column languages text not null default '[]';
