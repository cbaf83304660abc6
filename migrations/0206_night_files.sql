-- Files of nights that someone uploaded. The file is deleted a day later, and the row a week later.
create table night_files (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  file_name text not null,
  stored_as text not null unique,
  status text not null check (status in ('columns', 'checked', 'saved', 'failed')),
  -- Which column of the file is which field, in JSON. Null if the file can't be read.
  mapping text,
  -- What the file contains and what is wrong with it, in JSON.
  result text,
  -- Why the file can't be read.
  problem text,
  created_at integer not null,
  ended_at integer
) strict;
create index night_files_by_age on night_files (created_at);
