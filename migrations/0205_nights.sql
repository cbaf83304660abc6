-- A night of a patient with two devices has a value of each, and a file's values are kept beside those of a program.
create table nights_new (
  order_id integer not null references first_nights (order_id) on delete cascade,
  night text not null check (night glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  source text not null check (source in ('device', 'file', 'staff')),
  -- The device's serial number. Empty if it isn't known.
  device text not null default '' check (length(device) <= 40),
  minutes integer not null check (minutes between 0 and 1440),
  entered_by text not null,
  entered_at integer not null,
  primary key (order_id, night, source, device)
) strict, without rowid;

insert into nights_new (order_id, night, source, minutes, entered_by, entered_at)
select order_id, night, source, minutes, entered_by, entered_at from nights;

drop table nights;
alter table nights_new rename to nights;
