-- Files of orders that admins upload: checked, looked at, then taken in.

-- The file lies in DATA_DIR/uploads as stored_as until it is taken in or discarded; what of it was
-- rejected lies beside it.
create table imports (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  address text,
  file_name text not null,
  stored_as text not null unique,
  bytes integer not null,
  status text not null check (status in ('checking', 'checked', 'importing', 'done', 'failed')),
  bytes_read integer not null default 0,
  good_rows integer not null default 0,
  bad_lines integer not null default 0,
  inserted integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  problem text,
  created_at integer not null,
  ended_at integer
) strict;

-- What is wrong with which field of which line, as far as anybody would read it.
create table import_problems (
  import_id integer not null references imports (id) on delete cascade,
  line integer not null,
  field text not null,
  error text not null,
  primary key (import_id, line, field)
) strict, without rowid;
