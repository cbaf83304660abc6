-- Who works here, who is signed in, and what was done.

create table companies (
  id integer primary key,
  name text not null unique,
  phone text
) strict;

-- One database of the external order system; `name` is what the API calls brightree_db.
create table databases (
  name text primary key,
  company_id integer not null references companies (id)
) strict;

create table users (
  id integer primary key,
  email text not null unique check (email = lower(trim(email))),
  name text not null,
  phone text,
  password_hash text,
  disabled_at integer,
  created_at integer not null
) strict;

create table user_roles (
  user_id integer not null references users (id) on delete cascade,
  role text not null check (role in ('admin', 'supervisor', 'therapist', 'staff')),
  primary key (user_id, role)
) strict, without rowid;

create table therapists (
  id integer primary key,
  user_id integer unique references users (id) on delete set null,
  name text not null collate nocase unique,
  email text not null collate nocase,
  phone text,
  timezone text not null,
  zoom_link text,
  review_link text,
  region text not null,
  office_number text,
  company_id integer not null references companies (id),
  daily_capacity integer not null default 6 check (daily_capacity > 0)
) strict;

-- kind: staff by password; code and link are the patient's own; query may only see openings and book,
-- and has no order where its values name none on file: it must look like any other until then.
create table sessions (
  id integer primary key,
  token_hash text not null unique,
  kind text not null check (kind in ('staff', 'code', 'link', 'query')),
  user_id integer references users (id) on delete cascade,
  order_id integer references orders (id) on delete cascade,
  created_at integer not null,
  last_seen_at integer not null,
  expires_at integer not null,
  address text,
  agent text,
  check ((kind = 'staff') = (user_id is not null)),
  check (kind = 'query' or (kind = 'staff') = (order_id is null))
) strict;
create index sessions_by_user on sessions (user_id);
create index sessions_by_order on sessions (order_id);

create table password_tokens (
  token_hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;
create index password_tokens_by_user on password_tokens (user_id);

-- Counters of the rate limits: points used under a key until they expire.
create table limits (
  key text primary key,
  points integer not null,
  expires_at integer
) strict, without rowid;
create index limits_by_expiry on limits (expires_at);

-- Each row carries the hash of the one before, so that an edited or missing row shows.
create table audit_log (
  id integer primary key,
  created_at integer not null,
  user_id integer,
  user_email text,
  action text not null,
  subject text,
  details text,
  address text,
  hash text not null
) strict;
create index audit_log_by_user on audit_log (user_email, id);

create trigger audit_log_keeps_rows before delete on audit_log
begin
  select raise(abort, 'AUDIT_APPEND_ONLY');
end;
create trigger audit_log_keeps_words before update on audit_log
begin
  select raise(abort, 'AUDIT_APPEND_ONLY');
end;

-- What the pages report of themselves (UI_…): a trace of use, not evidence, and not kept for ever.
create table ui_activity (
  id integer primary key,
  created_at integer not null,
  action text not null,
  details text,
  session_id integer
) strict;
create index ui_activity_by_time on ui_activity (created_at);
