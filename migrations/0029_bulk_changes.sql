-- A slot that goes with its visit is remembered, so that undoing what removed the slots around it restores it too.
drop trigger slots_go_with_their_visit;
create trigger slots_go_with_their_visit
  after update of therapist_id, start_at, end_at, status on visits
  when old.status in ('submitted', 'confirmed', 'pending')
    and (new.status not in ('submitted', 'confirmed', 'pending')
      or new.therapist_id <> old.therapist_id
      or new.start_at <> old.start_at
      or new.end_at <> old.end_at)
begin
  insert or ignore into slots_removed (batch_id, start_at, local_date, added_by)
  select left_by, start_at, local_date, batch_id from slots
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

-- A held move may also change the therapist. Null: the therapist is the one that people know.
alter table held_moves add column told_therapist_id integer references therapists (id) on delete cascade;
alter table held_moves add column told_status text;
alter table held_moves add column told_meeting_link text;
alter table held_moves add column told_confirmed_at integer;

-- One change of many visits, made in steps, with what came of each visit.
create table bulk_changes (
  id integer primary key,
  act text not null check (act in ('confirm', 'reassign', 'cancel')),
  user_id integer not null references users (id) on delete cascade,
  meeting_link text,
  created_at integer not null
) strict;
create index bulk_changes_by_user on bulk_changes (user_id);
create index bulk_changes_by_time on bulk_changes (created_at);

-- version: the visit as the user saw it. therapist_id and start_at: where it goes; a null start keeps its time.
create table bulk_change_visits (
  change_id integer not null references bulk_changes (id) on delete cascade,
  visit_id integer not null references visits (id) on delete cascade,
  position integer not null,
  version integer,
  therapist_id integer references therapists (id) on delete cascade,
  start_at integer,
  outcome text check (outcome in ('done', 'already', 'refused', 'undone')),
  message text,
  primary key (change_id, visit_id)
) strict, without rowid;
create index bulk_change_visits_by_visit on bulk_change_visits (visit_id);
create index bulk_change_visits_by_therapist on bulk_change_visits (therapist_id) where therapist_id is not null;
