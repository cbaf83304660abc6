-- What is sent to people, and the conversations with patients.

-- Bodies rest sealed: some carry access codes and links that let somebody in.
create table outbox (
  id integer primary key,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  subject text,
  body_sealed text not null,
  kind text not null,
  order_id integer references orders (id) on delete set null,
  visit_id integer references visits (id) on delete set null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  created_at integer not null,
  sent_at integer,
  error text
) strict;
create index outbox_waiting on outbox (id) where status = 'queued';
create index outbox_by_recipient on outbox (recipient, id);

-- One thread per phone number (E.164).
create table threads (
  id integer primary key,
  phone text not null unique,
  patient_id integer,
  patient_name text,
  brightree_db text references databases (name) on update cascade,
  sms_consent integer not null default 0 check (sms_consent in (0, 1)),
  consented_at integer,
  last_body text,
  last_dir text check (last_dir in ('in', 'out')),
  last_msg_at integer,
  star_color text check (star_color in ('yellow', 'red', 'blue', 'green', 'purple')),
  assignee_user_id integer references users (id) on delete set null,
  notes text not null default '',
  created_at integer not null
) strict;
create index threads_by_last on threads (last_msg_at desc, id desc);

create table thread_tags (
  thread_id integer not null references threads (id) on delete cascade,
  tag text not null collate nocase,
  primary key (thread_id, tag)
) strict, without rowid;

create table messages (
  id integer primary key,
  thread_id integer not null references threads (id),
  direction text not null check (direction in ('in', 'out')),
  body text not null,
  status text not null,
  created_at integer not null
) strict;
create index messages_by_thread on messages (thread_id, id);

-- A ledger: rows are added, never changed. A thread's consent follows from its last row.
create table consents (
  id integer primary key,
  phone text not null,
  given integer not null check (given in (0, 1)),
  source text not null check (source in ('booking', 'keyword', 'import', 'staff', 'provider')),
  wording text,
  created_at integer not null
) strict;
create index consents_by_phone on consents (phone, id);
