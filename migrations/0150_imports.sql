-- An import waits until someone chooses its columns, can be stopped, and can be undone for an hour.
create table imports_new (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  address text,
  file_name text not null,
  stored_as text not null unique,
  bytes integer not null,
  status text not null check (
    status in ('columns', 'checking', 'checked', 'importing', 'done', 'stopped', 'undoing', 'undone', 'failed')
  ),
  -- Which column of the file is which field, in JSON. Null until someone chooses.
  mapping text,
  bytes_read integer not null default 0,
  good_rows integer not null default 0,
  bad_lines integer not null default 0,
  flagged_lines integer not null default 0,
  -- Lines that aren't orders, such as a total.
  skipped_lines integer not null default 0,
  -- While checking: what the import would do. Afterward: what it did.
  inserted integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  -- How many orders change in which field, in JSON.
  changed_fields text,
  problem text,
  created_at integer not null,
  ended_at integer
) strict;

insert into imports_new (id, user_id, address, file_name, stored_as, bytes, status, bytes_read, good_rows, bad_lines,
  flagged_lines, inserted, updated, unchanged, problem, created_at, ended_at)
select id, user_id, address, file_name, stored_as, bytes, status, bytes_read, good_rows, bad_lines,
  flagged_lines, inserted, updated, unchanged, problem, created_at, ended_at
from imports;

-- The file's values on a line that has a problem, by field, in JSON: so that they can be shown and corrected.
create table import_rows (
  import_id integer not null references imports_new (id) on delete cascade,
  line integer not null,
  cells text not null,
  primary key (import_id, line)
) strict, without rowid;

create table import_problems_new (
  import_id integer not null references imports_new (id) on delete cascade,
  line integer not null,
  field text not null,
  error text not null,
  -- What happened to the row: not imported, imported without the value, or only worth a look.
  kind text not null check (kind in ('refused', 'flagged', 'similar')),
  primary key (import_id, line, field)
) strict, without rowid;

insert into import_problems_new (import_id, line, field, error, kind)
select import_id, line, field, error,
  case when field in ('line', 'brightree_db', 'patient_id', 'sales_order_no') then 'refused' else 'flagged' end
from import_problems;

-- What an import did to each order. A change keeps the values before and after, in JSON.
create table import_changes (
  import_id integer not null references imports_new (id) on delete cascade,
  order_id integer not null references orders (id) on delete cascade,
  was_added integer not null check (was_added in (0, 1)),
  before text,
  after text not null,
  at integer not null,
  -- Why an undo left the order as it is.
  kept text,
  primary key (import_id, order_id)
) strict, without rowid;
create index import_changes_by_order on import_changes (order_id);

drop table import_problems;
drop table imports;
alter table imports_new rename to imports;
alter table import_problems_new rename to import_problems;
