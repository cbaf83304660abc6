-- The language of a patient (part 4, section D): as the order names it, and as the patient or staff chose it.
alter table orders add column language text;
alter table orders add column chosen_language text;

-- A language or ASL; null without need.
alter table orders add column interpreter text;
alter table visits add column interpreter_arranged integer not null default 0;
alter table visits add column interpreter_note text;

-- The language of a message's subject and body; null for English.
alter table outbox add column language text;

-- What a company tells patients about the visit, and its own wording of sentences, as JSON by key.
alter table companies add column about_visit_es text;
alter table companies add column texts text;
