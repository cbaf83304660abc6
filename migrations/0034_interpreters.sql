-- A move that is undone restores what was arranged.
alter table held_moves add column told_interpreter_arranged integer not null default 0;
alter table held_moves add column told_interpreter_note text;

-- An interpreter of another language has to be arranged again.
create trigger visits_interpreter_of_order after update of interpreter on orders
  when old.interpreter is not new.interpreter
begin
  update visits set interpreter_arranged = 0, interpreter_note = null
  where order_id = new.id and status in ('submitted', 'confirmed', 'pending');
end;

-- Conversations show the language of the patient's order.
create trigger threads_version_when_language_changed after update of language, chosen_language, interpreter on orders
  when old.language is not new.language or old.chosen_language is not new.chosen_language
    or old.interpreter is not new.interpreter
begin
  update thread_changes set version = version + 1;
  update threads set version = (select version from thread_changes)
  where phone = new.phone or (patient_id = new.patient_id and brightree_db = new.brightree_db);
end;
create trigger threads_version_when_language_known after insert on orders
  when new.language is not null or new.interpreter is not null
begin
  update thread_changes set version = version + 1;
  update threads set version = (select version from thread_changes)
  where phone = new.phone or (patient_id = new.patient_id and brightree_db = new.brightree_db);
end;
