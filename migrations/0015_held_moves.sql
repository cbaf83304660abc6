-- Moves that people are not told of yet, so that they can be undone, and who changed a record last.

-- told_start and told_end are the visit's time as its people know it: what an undo goes back to.
-- by_therapist: whoever moved it is the visit's own therapist, who need not be told.
create table held_moves (
  visit_id integer primary key references visits (id) on delete cascade,
  told_start integer not null,
  told_end integer not null,
  by_therapist integer not null check (by_therapist in (0, 1)),
  due_at integer not null
) strict;
create index held_moves_by_due on held_moves (due_at);

create index audit_log_by_subject on audit_log (subject, id) where subject is not null;
