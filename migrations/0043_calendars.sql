-- Calendar feeds out, and busy times in from other calendars (part 4, section H).
alter table companies add column feed_names integer not null default 0;

create table calendar_feeds (
  therapist_id integer primary key references therapists (id) on delete cascade,
  token_hash text not null unique,
  token_sealed text not null,
  created_at integer not null
) strict;

create table calendars (
  id integer primary key,
  therapist_id integer not null references therapists (id) on delete cascade,
  kind text not null check (kind in ('ics', 'caldav')),
  -- A calendar's address is often a secret itself.
  url_sealed text not null,
  user text,
  password_sealed text,
  created_at integer not null,
  due_at integer not null,
  last_read_at integer,
  -- What the last read found, or why it failed.
  error text,
  events integer not null default 0,
  busy integer not null default 0,
  -- Of what was read last, and when its busy times were computed.
  content_hash text,
  computed_at integer,
  -- Set once the therapist has been notified that it can't be read.
  warned_at integer
) strict;
create index calendars_by_therapist on calendars (therapist_id);
create index calendars_by_read on calendars (coalesce(last_read_at, created_at));
create index calendars_by_due on calendars (due_at);

-- Disjoint spans of one calendar, each at most twelve hours long like a visit, so that only a half day before a slot
-- is searched.
create table busy_times (
  therapist_id integer not null references therapists (id) on delete cascade,
  start_at integer not null,
  calendar_id integer not null references calendars (id) on delete cascade,
  end_at integer not null,
  primary key (therapist_id, start_at, calendar_id),
  check (end_at > start_at and end_at - start_at <= 43200000)
) strict, without rowid;
create index busy_times_by_calendar on busy_times (calendar_id);
