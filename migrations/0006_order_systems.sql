-- How each database of the order system is reached, and how far its changes have been read.

-- credentials_sealed: user name and password. bt_org is text: its leading zeros count.
create table order_systems (
  database_name text primary key references databases (name) on update cascade on delete cascade,
  kind text not null check (kind in ('local', 'brightree')),
  credentials_sealed text,
  orders_url text,
  patients_url text,
  reference_url text,
  zone text not null default 'America/New_York',
  bt_env text not null default 'F1',
  bt_org text check (bt_org not glob '*[^0-9]*' and length(bt_org) between 3 and 6),
  link_template text,
  sso_url text
) strict;

-- Which step a state of the order system's worklist means. Without one, orders in it stay outside.
create table worklist_states (
  database_name text not null references databases (name) on update cascade on delete cascade,
  state text not null collate nocase,
  step integer check (step between 1 and 4),
  seen_at integer,
  primary key (database_name, state)
) strict, without rowid;

-- read_until: changes before this moment are in. The lease keeps a second reader away.
create table order_reads (
  database_name text primary key references databases (name) on update cascade on delete cascade,
  read_until integer not null,
  due_at integer not null,
  failures integer not null default 0,
  lease text,
  lease_until integer,
  ended_at integer,
  problem text,
  inserted integer not null default 0,
  updated integer not null default 0,
  outside integer not null default 0
) strict;
