-- When therapists can start a visit, and the visits booked.

-- local_date is the calendar day in the therapist's own zone, on slots and visits alike:
-- the daily capacity counts by it.
create table slots (
  therapist_id integer not null references therapists (id) on delete cascade,
  start_at integer not null,
  local_date text not null,
  primary key (therapist_id, start_at)
) strict, without rowid;
create index slots_by_start on slots (start_at, therapist_id, local_date);
create index slots_by_day on slots (therapist_id, local_date);

-- Active: submitted, confirmed, pending. Other words may come with imports ('no show').
create table visits (
  id integer primary key,
  order_id integer not null references orders (id),
  therapist_id integer not null references therapists (id),
  start_at integer not null,
  end_at integer not null,
  local_date text not null,
  status text not null,
  visit_type text not null default 'Setup',
  meeting_link text,
  sms_consent integer not null default 0 check (sms_consent in (0, 1)),
  version integer not null default 1,
  uid text not null unique,
  sequence integer not null default 0,
  created_at integer not null,
  submitted_at integer,
  confirmed_at integer,
  completed_at integer,
  cancelled_at integer,
  check (end_at > start_at and end_at - start_at <= 43200000)
) strict;
create unique index visits_one_active_per_order on visits (order_id)
  where status in ('submitted', 'confirmed', 'pending');
create index visits_active_by_therapist on visits (therapist_id, start_at, end_at)
  where status in ('submitted', 'confirmed', 'pending');
create index visits_active_by_day on visits (therapist_id, local_date)
  where status in ('submitted', 'confirmed', 'pending');
create index visits_by_therapist on visits (therapist_id, start_at);
create index visits_by_status on visits (status, start_at);
create index visits_by_start on visits (start_at);
create index visits_by_order on visits (order_id, id);

-- A visit lasts at most twelve hours, so that only a half day before the new one can overlap it.
create trigger visits_never_overlap_when_made before insert on visits
  when new.status in ('submitted', 'confirmed', 'pending')
begin
  select raise(abort, 'VISIT_OVERLAP')
  where exists (
    select 1 from visits
    where therapist_id = new.therapist_id
      and status in ('submitted', 'confirmed', 'pending')
      and start_at < new.end_at
      and start_at > new.start_at - 43200000
      and end_at > new.start_at
  );
end;
create trigger visits_never_overlap_when_changed
  before update of therapist_id, start_at, end_at, status on visits
  when new.status in ('submitted', 'confirmed', 'pending')
begin
  select raise(abort, 'VISIT_OVERLAP')
  where exists (
    select 1 from visits
    where therapist_id = new.therapist_id
      and status in ('submitted', 'confirmed', 'pending')
      and id <> new.id
      and start_at < new.end_at
      and start_at > new.start_at - 43200000
      and end_at > new.start_at
  );
end;

-- The answer given under a key, so that a repeated request gets the same one.
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  answer text not null,
  created_at integer not null,
  primary key (scope, key)
) strict, without rowid;
create index idempotency_keys_by_time on idempotency_keys (created_at);
