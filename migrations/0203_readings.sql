-- Totals that a patient read off the device's own screen. One month's reading overlaps the one before.
create table readings (
  id integer primary key,
  order_id integer not null references first_nights (order_id) on delete cascade,
  -- The day of the reading where the patient is. It covers the 30 nights before.
  read_on text not null check (read_on glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  nights_used integer not null check (nights_used between 0 and 30),
  -- Nights of 4 hours or more. Null if the device doesn't show them.
  nights_counted integer check (nights_counted between 0 and nights_used),
  -- Average use a night, as the device shows it. Null if it wasn't read.
  minutes integer check (minutes between 0 and 1440),
  source text not null check (source in ('patient', 'staff')),
  entered_by text not null,
  entered_at integer not null,
  unique (order_id, read_on, source)
) strict;
