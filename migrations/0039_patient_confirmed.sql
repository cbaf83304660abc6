-- The patient's own word on a confirmed visit, in reply to its reminder (part 4, section E).
alter table visits add column patient_confirmed_at integer;
alter table held_moves add column told_patient_confirmed_at integer;

-- "Which visit? Reply 1 for …, 2 for …": what each number stands for in the last question to a phone.
create table reply_choices (
  phone text not null,
  number integer not null,
  visit_id integer not null references visits (id) on delete cascade,
  meaning text not null check (meaning in ('confirm', 'change')),
  asked_at integer not null,
  primary key (phone, number)
) strict;
create index reply_choices_by_visit on reply_choices (visit_id);
create index reply_choices_by_time on reply_choices (asked_at);
