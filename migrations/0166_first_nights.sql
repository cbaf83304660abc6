-- Patients whose first 90 nights are followed: one row per order, from the setup or a restart.
create table first_nights (
  order_id integer primary key references orders (id),
  -- The date of the first night in the patient's time zone.
  started_on text not null check (started_on glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  -- The patient's IANA zone. A night is over at noon there.
  zone text not null,
  visit_id integer references visits (id),
  created_at integer not null,
  ended_at integer,
  end_reason text
    check (end_reason in ('returned', 'died', 'stopped', 'other_supplier', 'order_closed', 'other')),
  check ((ended_at is null) = (end_reason is null))
) strict;
create index first_nights_followed on first_nights (started_on, order_id) where ended_at is null;
create index first_nights_by_visit on first_nights (visit_id) where visit_id is not null;

-- Minutes of use. Each source keeps its own value for a night.
create table nights (
  order_id integer not null references first_nights (order_id) on delete cascade,
  night text not null check (night glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  source text not null check (source in ('device', 'staff')),
  minutes integer not null check (minutes between 0 and 1440),
  entered_by text not null,
  entered_at integer not null,
  primary key (order_id, night, source)
) strict, without rowid;
