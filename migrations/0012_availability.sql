-- Availability that is changed at once and can be undone, and the rules it is made from.

-- What one act added to a therapist's slots and took from them. `pattern` is the stored week, applied.
create table slot_batches (
  id integer primary key,
  therapist_id integer not null references therapists (id) on delete cascade,
  kind text not null check (kind in ('added', 'removed', 'pattern', 'day-off')),
  from_date text not null,
  to_date text not null,
  added integer not null default 0,
  removed integer not null default 0,
  user_id integer references users (id) on delete set null,
  created_at integer not null,
  undone_at integer
) strict;
create index slot_batches_by_therapist on slot_batches (therapist_id, id);
create index slot_batches_by_user on slot_batches (user_id) where user_id is not null;

-- batch_id: what added the slot. left_by: what would have taken it away, had no visit stood on it.
alter table slots add column batch_id integer references slot_batches (id);
alter table slots add column left_by integer references slot_batches (id);
create index slots_by_batch on slots (batch_id) where batch_id is not null;
create index slots_left_by on slots (left_by) where left_by is not null;

-- The slots that a batch took away, to be put back when it is undone.
create table slots_removed (
  batch_id integer not null references slot_batches (id) on delete cascade,
  start_at integer not null,
  local_date text not null,
  added_by integer,
  primary key (batch_id, start_at)
) strict, without rowid;

-- Visits that stay where a batch took the availability around them away. start_at is where they were
-- then: one that was moved since is left out no more.
create table visits_left_out (
  visit_id integer not null references visits (id) on delete cascade,
  batch_id integer not null references slot_batches (id) on delete cascade,
  start_at integer not null,
  primary key (visit_id, batch_id)
) strict, without rowid;
create index visits_left_out_by_batch on visits_left_out (batch_id);

-- A slot that only a visit kept goes with it: nobody offers that time any more.
create trigger slots_go_with_their_visit
  after update of therapist_id, start_at, end_at, status on visits
  when old.status in ('submitted', 'confirmed', 'pending')
    and (new.status not in ('submitted', 'confirmed', 'pending')
      or new.therapist_id <> old.therapist_id
      or new.start_at <> old.start_at
      or new.end_at <> old.end_at)
begin
  delete from slots
  where therapist_id = old.therapist_id
    and start_at > old.start_at - 2700000
    and start_at < old.end_at
    and left_by is not null
    and not exists (
      select 1 from visits
      where visits.therapist_id = slots.therapist_id
        and visits.status in ('submitted', 'confirmed', 'pending')
        and visits.start_at < slots.start_at + 2700000
        and visits.start_at > slots.start_at - 43200000
        and visits.end_at > slots.start_at
    );
end;

-- A therapist's week: hours on weekdays ("1,2,3": Monday to Wednesday), applied to weeks to come.
create table weekly_hours (
  id integer primary key,
  therapist_id integer not null references therapists (id) on delete cascade,
  days text not null,
  start_time text not null,
  end_time text not null,
  interval integer not null check (interval in (15, 30, 45, 60))
) strict;
create index weekly_hours_by_therapist on weekly_hours (therapist_id, id);

-- Days on which nothing is offered, both ends included; batch_id is what it took away.
create table days_off (
  id integer primary key,
  therapist_id integer not null references therapists (id) on delete cascade,
  from_date text not null,
  to_date text not null,
  note text,
  batch_id integer not null references slot_batches (id) on delete cascade,
  check (from_date <= to_date)
) strict;
create index days_off_by_therapist on days_off (therapist_id, from_date);
