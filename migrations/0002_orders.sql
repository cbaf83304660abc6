-- Orders, the step each is in, and the codes that let a patient in.

-- source_step is what the order system says (1-4); step is where the order stands (1-7).
create table orders (
  id integer primary key,
  brightree_db text not null references databases (name) on update cascade,
  sales_order_no text,
  patient_id integer not null,
  patient_name text,
  dob text check (dob glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  phone text,
  email text,
  state text,
  branch_office text,
  company text,
  source_step integer not null default 1 check (source_step between 1 and 4),
  source_step_at integer not null,
  step integer not null default 1 check (step between 1 and 7),
  step_at integer not null,
  referral_at integer,
  recdate integer,
  created_at integer not null,
  updated_at integer not null,
  closed_at integer,
  unique (brightree_db, sales_order_no)
) strict;
create index orders_by_patient on orders (patient_id, brightree_db);
create index orders_by_phone on orders (phone, id);
create index orders_open_by_step on orders (brightree_db, step, step_at) where closed_at is null;

-- Each entry into a step.
create table order_steps (
  order_id integer not null references orders (id) on delete cascade,
  reached_at integer not null,
  step integer not null check (step between 1 and 7),
  primary key (order_id, reached_at, step)
) strict, without rowid;

-- Codes rest as a keyed hash for look-up and a sealed copy for those who may read them.
-- One link per order; revoking it puts another code in its place.
create table link_codes (
  order_id integer primary key references orders (id) on delete cascade,
  code_hash text not null unique,
  code_sealed text not null,
  created_at integer not null,
  sent_at integer,
  opened_at integer
) strict;

create table access_codes (
  id integer primary key,
  order_id integer not null references orders (id) on delete cascade,
  code_hash text not null,
  code_sealed text not null,
  email text,
  phone text,
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  used_by text,
  ended_at integer
) strict;
create unique index access_codes_live on access_codes (code_hash) where ended_at is null;
create unique index access_codes_one_per_order on access_codes (order_id) where ended_at is null;
create index access_codes_used on access_codes (code_hash, used_at) where used_at is not null;
create index access_codes_by_order on access_codes (order_id);

-- What lets another system put orders in.
create table integration_keys (
  id integer primary key,
  name text not null,
  key_hash text not null unique,
  created_at integer not null,
  revoked_at integer
) strict;
create unique index integration_keys_live on integration_keys (name) where revoked_at is null;
