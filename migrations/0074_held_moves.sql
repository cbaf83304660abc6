-- announced: the visit as the patient was last notified of it, in JSON. An undo restores it.
drop trigger visits_interpreter_of_order;
create table announced_moves (
  visit_id integer primary key references visits (id) on delete cascade,
  announced text not null check (json_valid(announced)),
  by_therapist integer not null check (by_therapist in (0, 1)),
  due_at integer not null
) strict;
insert into announced_moves (visit_id, announced, by_therapist, due_at)
select held_moves.visit_id,
  json_object(
    'therapist_id', coalesce(told_therapist_id, visits.therapist_id),
    'start_at', told_start,
    'end_at', told_end,
    'status', coalesce(told_status, visits.status),
    'meeting_link', iif(told_therapist_id is null, visits.meeting_link, told_meeting_link),
    'confirmed_at', iif(told_therapist_id is null, visits.confirmed_at, told_confirmed_at),
    'interpreter_arranged', json(iif(told_interpreter_arranged = 1, 'true', 'false')),
    'interpreter_note', told_interpreter_note,
    'patient_confirmed_at', told_patient_confirmed_at,
    'change_asked_at', told_change_asked_at
  ),
  by_therapist,
  due_at
from held_moves join visits on visits.id = held_moves.visit_id;
drop table held_moves;
alter table announced_moves rename to held_moves;
create index held_moves_by_due on held_moves (due_at);

create trigger visits_interpreter_of_order after update of interpreter on orders
  when old.interpreter is not new.interpreter
begin
  update visits set interpreter_arranged = 0, interpreter_note = null
  where order_id = new.id and status in ('submitted', 'confirmed', 'pending');
  update held_moves
  set announced = json_set(announced, '$.interpreter_arranged', json('false'), '$.interpreter_note', null)
  where visit_id in (select id from visits where order_id = new.id);
end;
