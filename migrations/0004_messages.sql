-- What is sent to people, and the conversations with patients.

-- Bodies rest sealed: some carry access codes and links that let somebody in.
-- held: waits for the recipient's consent; queued: due at not_before; sending: one process has it
-- until lease_until; sent: the provider took it; delivered: it arrived; failed: set aside for an
-- admin; dropped: nobody needs it any more, or the number said STOP.
-- in_doubt: an attempt ended without an answer, so the provider is asked before the next one.
-- round counts how often a person sent it again; reports of an earlier round are not about this one.
-- visit_start is the start of the visit as the text tells it.
create table outbox (
  id integer primary key,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  subject text,
  body_sealed text not null,
  calendar text,
  calendar_method text check (calendar_method in ('REQUEST', 'CANCEL')),
  kind text not null,
  automated integer not null default 1 check (automated in (0, 1)),
  order_id integer references orders (id) on delete set null,
  visit_id integer references visits (id) on delete set null,
  visit_start integer,
  message_id integer unique references messages (id),
  dedupe_key text unique,
  status text not null default 'queued'
    check (status in ('held', 'queued', 'sending', 'sent', 'delivered', 'failed', 'dropped')),
  created_at integer not null,
  not_before integer not null default 0,
  attempts integer not null default 0,
  first_tried_at integer,
  in_doubt integer not null default 0 check (in_doubt in (0, 1)),
  round integer not null default 0,
  lease_owner text,
  lease_until integer,
  provider_id text,
  error_code text,
  error text,
  finished_at integer,
  check ((calendar is null) = (calendar_method is null)),
  check (status <> 'sending' or (lease_owner is not null and lease_until is not null))
) strict;
create index outbox_due on outbox (iif(status = 'sending', lease_until, not_before), id)
  where status in ('queued', 'sending');
create index outbox_in_turn on outbox (channel, recipient, id) where status in ('queued', 'sending');
create index outbox_held on outbox (recipient, id) where status = 'held';
create index outbox_failed on outbox (id) where status = 'failed';
create index outbox_by_recipient on outbox (recipient, id);
create index outbox_by_visit on outbox (visit_id, id);
create index outbox_by_order on outbox (order_id);
create unique index outbox_by_provider on outbox (provider_id) where provider_id is not null;

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

-- The conversation as staff read it. A text that carries a code or a link that lets somebody in stands
-- here with square brackets in its place; the outbox row alone holds it, sealed.
-- author_user_id is null where the product itself wrote.
create table messages (
  id integer primary key,
  thread_id integer not null references threads (id),
  direction text not null check (direction in ('in', 'out')),
  body text not null,
  status text not null
    check (status in ('held', 'queued', 'sent', 'delivered', 'failed', 'dropped', 'received')),
  created_at integer not null,
  author_user_id integer references users (id) on delete set null,
  provider_id text,
  error text,
  media_count integer not null default 0,
  released_at integer,
  check ((direction = 'in') = (status = 'received'))
) strict;
create index messages_by_thread on messages (thread_id, id);
create unique index messages_by_provider on messages (provider_id) where provider_id is not null;

-- A ledger: rows are added, never changed. A thread's consent follows from its last row.
-- user_id is who of the staff noted it, message_id the text that said it.
create table consents (
  id integer primary key,
  phone text not null,
  given integer not null check (given in (0, 1)),
  source text not null check (source in ('booking', 'keyword', 'import', 'staff', 'provider')),
  wording text,
  created_at integer not null,
  user_id integer references users (id) on delete set null,
  address text,
  message_id integer references messages (id)
) strict;
create index consents_by_phone on consents (phone, id);
