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

-- autoincrement: an id in the audit log never comes to mean somebody else.
-- two_step: what is asked for beside the password. totp_step is the last time step whose code was
-- used, so that a code that was looked at over a shoulder works no second time.
create table users (
  id integer primary key autoincrement,
  email text not null unique check (email = lower(trim(email))),
  name text not null,
  phone text,
  password_hash text,
  two_step text not null default 'off' check (two_step in ('off', 'email', 'sms', 'totp')),
  totp_sealed text,
  totp_step integer,
  disabled_at integer,
  created_at integer not null,
  check (two_step <> 'totp' or totp_sealed is not null)
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
  daily_capacity integer not null default 6 check (daily_capacity > 0),
  version integer not null default 1
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
create index sessions_by_expiry on sessions (expires_at);

-- One live link per user: to set a first password, or a new one.
create table password_tokens (
  user_id integer primary key references users (id) on delete cascade,
  token_hash text not null unique,
  kind text not null check (kind in ('invitation', 'reset')),
  created_at integer not null,
  expires_at integer not null
) strict;

-- A sign-in whose password was right and whose second step is open.
create table sign_in_challenges (
  challenge_hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  way text not null check (way in ('email', 'sms', 'totp')),
  code_hash text,
  tries integer not null default 0,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;
create index sign_in_challenges_by_user on sign_in_challenges (user_id);

-- A way of two-step sign-in being set up, until its first code proves that it works.
create table two_step_offers (
  user_id integer primary key references users (id) on delete cascade,
  way text not null check (way in ('email', 'sms', 'totp')),
  secret_sealed text,
  code_hash text,
  tries integer not null default 0,
  expires_at integer not null
) strict;

create table recovery_codes (
  user_id integer not null references users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
) strict, without rowid;

-- The one-time link that makes the first admin; there is none once somebody can sign in.
create table setup_links (
  token_hash text primary key,
  created_at integer not null
) strict, without rowid;

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

-- "insert or replace" deletes without a delete trigger: only the next id may be written.
create trigger audit_log_grows_by_one before insert on audit_log
begin
  select raise(abort, 'AUDIT_APPEND_ONLY')
  where new.id <> (select coalesce(max(id), 0) + 1 from audit_log);
end;
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
