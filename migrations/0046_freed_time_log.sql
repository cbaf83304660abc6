-- Bookable times that visits left before they began, for the recovery page: the last time each was left.
create table freed_time_log (
  therapist_id integer not null references therapists (id) on delete cascade,
  start_at integer not null,
  local_date text not null,
  freed_at integer not null,
  visit_id integer references visits (id) on delete set null,
  primary key (therapist_id, start_at)
) strict, without rowid;
create index freed_time_log_by_day on freed_time_log (local_date, start_at, therapist_id);
create index freed_time_log_by_visit on freed_time_log (visit_id) where visit_id is not null;
