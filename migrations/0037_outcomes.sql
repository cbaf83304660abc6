-- How a visit ended: missed, or canceled for a reason (part 4, section E). A note is staff's.
alter table visits add column no_show_at integer;
alter table visits add column no_show_reason text
  check (no_show_reason in ('patient_absent', 'unreachable', 'technical', 'other'));
alter table visits add column outcome_note text;
alter table visits add column cancel_reason text
  check (cancel_reason in ('patient_request', 'therapist_unavailable', 'equipment_not_arrived', 'insurance',
    'duplicate', 'other'));

-- Bulk changes also record outcomes. `reason`: why visits were missed or canceled.
create table bulk_changes_new (
  id integer primary key,
  act text not null check (act in ('confirm', 'reassign', 'cancel', 'complete', 'no_show')),
  user_id integer not null references users (id) on delete cascade,
  meeting_link text,
  created_at integer not null,
  reason text
) strict;
insert into bulk_changes_new (id, act, user_id, meeting_link, created_at)
select id, act, user_id, meeting_link, created_at from bulk_changes;
-- Dropping the parent would delete the rows of a child that still refers to it.
create table bulk_change_visits_new (
  change_id integer not null references bulk_changes_new (id) on delete cascade,
  visit_id integer not null references visits (id) on delete cascade,
  position integer not null,
  version integer,
  therapist_id integer references therapists (id) on delete cascade,
  start_at integer,
  outcome text check (outcome in ('done', 'already', 'refused', 'undone')),
  message text,
  primary key (change_id, visit_id)
) strict, without rowid;
insert into bulk_change_visits_new
select change_id, visit_id, position, version, therapist_id, start_at, outcome, message from bulk_change_visits;
drop table bulk_change_visits;
drop table bulk_changes;
alter table bulk_changes_new rename to bulk_changes;
alter table bulk_change_visits_new rename to bulk_change_visits;
create index bulk_changes_by_user on bulk_changes (user_id);
create index bulk_changes_by_time on bulk_changes (created_at);
create index bulk_change_visits_by_visit on bulk_change_visits (visit_id);
create index bulk_change_visits_by_therapist on bulk_change_visits (therapist_id) where therapist_id is not null;
