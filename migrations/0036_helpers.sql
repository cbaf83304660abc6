-- One person who helps a patient with an order, with an own link (part 4, section D). The row of a removed helper
-- stays, so that the link can say what happened.
create table helpers (
  id integer primary key,
  order_id integer not null references orders (id) on delete cascade,
  name text not null,
  relation text not null,
  phone text,
  email text,
  -- As the helper chose it; null for the order's.
  language text,
  code_hash text not null unique,
  code_sealed text not null,
  created_at integer not null,
  opened_at integer,
  removed_at integer,
  check (phone is not null or email is not null)
) strict;
create unique index helpers_by_order on helpers (order_id) where removed_at is null;
create index all_helpers_by_order on helpers (order_id);

-- Set if a helper's link opened the session.
alter table sessions add column helper_id integer references helpers (id) on delete cascade;
create index sessions_by_helper on sessions (helper_id) where helper_id is not null;
