-- Passkeys of staff (part 4, section J).
create table passkeys (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  credential_id text not null unique,
  -- COSE, in base64url.
  public_key text not null,
  -- What the passkey's device knows its user by.
  user_handle text not null,
  counter integer not null,
  -- A JSON list.
  transports text not null,
  name text not null,
  created_at integer not null,
  last_used_at integer
) strict;
create index passkeys_by_user on passkeys (user_id);

create table passkey_challenges (
  challenge_hash text primary key,
  -- The user who adds a passkey; null for a sign-in.
  user_id integer references users (id) on delete cascade,
  expires_at integer not null
) strict, without rowid;
create index passkey_challenges_by_user on passkey_challenges (user_id) where user_id is not null;

-- The second step can be a passkey. A sign-in in progress starts again.
drop table sign_in_challenges;
create table sign_in_challenges (
  challenge_hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  way text not null check (way in ('email', 'sms', 'totp', 'passkey')),
  code_hash text,
  tries integer not null default 0,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;
create index sign_in_challenges_by_user on sign_in_challenges (user_id);
