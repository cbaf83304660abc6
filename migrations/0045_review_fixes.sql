-- Nor does undoing a move restore an interpreter of another language.
drop trigger visits_interpreter_of_order;
create trigger visits_interpreter_of_order after update of interpreter on orders
  when old.interpreter is not new.interpreter
begin
  update visits set interpreter_arranged = 0, interpreter_note = null
  where order_id = new.id and status in ('submitted', 'confirmed', 'pending');
  update held_moves set told_interpreter_arranged = 0, told_interpreter_note = null
  where visit_id in (select id from visits where order_id = new.id);
end;
