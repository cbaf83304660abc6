-- Undoing a move restores that the patient asked for another time.
alter table held_moves add column told_change_asked_at integer;

-- A row that is there already keeps no slot from being added.
drop trigger open_slots_of_new_slot;
create trigger open_slots_of_new_slot after insert on slots
begin
  insert or replace into open_slots
  select * from free_slots where therapist_id = new.therapist_id and start_at = new.start_at;
end;
