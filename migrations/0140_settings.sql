-- The settings that an admin saved, by the name of their environment variable. A value of the environment wins.
create table settings (
  name text primary key,
  value text,
  value_sealed text,
  saved_at integer not null,
  check ((value is null) <> (value_sealed is null))
) strict, without rowid;
