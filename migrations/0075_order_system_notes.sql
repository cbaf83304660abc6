-- Notes to the order system get their own tables. They were rows of the webhook tables with an empty URL.
create table note_settings (
  database_name text primary key references databases (name) on update cascade on delete cascade,
  -- The reason that each note gets, with its number and name in the order system.
  reason integer not null,
  reason_name text,
  created_at integer not null,
  off_at integer,
  -- The number of notes that were deleted unwritten when notes were last turned off.
  dropped integer not null default 0
) strict;

create table order_system_notes (
  id integer primary key,
  database_name text not null references note_settings (database_name) on update cascade on delete cascade,
  -- In the note's text, so that Firstnight can find the note again.
  message_id text not null,
  type text not null,
  -- Notes about one subject, such as "visit 12", are written one after the other.
  subject text not null,
  -- The visit's IDs and times, in JSON.
  payload text not null,
  status text not null check (status in ('waiting', 'queued', 'sending', 'delivered', 'failed')),
  -- When it is tried next: in status sending, when the lease ends. Null in the other statuses.
  due_at integer,
  lease_owner text,
  attempts integer not null default 0,
  first_tried_at integer,
  last_tried_at integer,
  error text,
  created_at integer not null,
  finished_at integer
) strict;

insert into note_settings (database_name, reason, reason_name, created_at, off_at, dropped)
select database_name, coalesce(note_reason, 0), note_reason_name, created_at, off_at, dropped
from webhook_endpoints where database_name is not null;

insert into order_system_notes (id, database_name, message_id, type, subject, payload, status, due_at, lease_owner,
  attempts, first_tried_at, last_tried_at, error, created_at, finished_at)
select webhook_deliveries.id, database_name, message_id, type, subject, json_extract(payload, '$.data'), status, due_at,
  lease_owner, attempts, first_tried_at, last_tried_at, error, webhook_deliveries.created_at, finished_at
from webhook_deliveries join webhook_endpoints on webhook_endpoints.id = endpoint_id
where database_name is not null
order by webhook_deliveries.id;

create index order_system_notes_due on order_system_notes (database_name, due_at) where due_at is not null;
create index order_system_notes_open on order_system_notes (database_name, subject, id)
  where status in ('waiting', 'queued', 'sending');
create index order_system_notes_by_database on order_system_notes (database_name);
create index order_system_notes_failed on order_system_notes (database_name) where status = 'failed';
create index order_system_notes_finished on order_system_notes (finished_at) where finished_at is not null;

-- Both webhook tables are built anew, because a column with a foreign key can't be dropped, and dropping only the
-- endpoints would delete their deliveries.
create table endpoints_of_companies (
  id integer primary key,
  company_id integer not null references companies (id) on delete cascade,
  url text not null,
  -- A JSON list.
  events text not null,
  secret_sealed text not null,
  -- The secret before a rotation, which signs as well until then.
  old_secret_sealed text,
  old_secret_until integer,
  created_at integer not null,
  -- Set when the endpoint answered 410.
  off_at integer
) strict;
insert into endpoints_of_companies
select id, company_id, url, events, secret_sealed, old_secret_sealed, old_secret_until, created_at, off_at
from webhook_endpoints where database_name is null;

create table deliveries_of_endpoints (
  id integer primary key,
  endpoint_id integer not null references endpoints_of_companies (id) on delete cascade,
  -- The header webhook-id, which stays the same in every attempt.
  message_id text not null,
  type text not null,
  -- Events of one subject, such as "visit 12", are delivered one after the other.
  subject text not null,
  payload text not null,
  status text not null check (status in ('waiting', 'queued', 'sending', 'delivered', 'failed')),
  -- When it is tried next: in status sending, when the lease ends. Null in the other statuses.
  due_at integer,
  lease_owner text,
  attempts integer not null default 0,
  first_tried_at integer,
  last_tried_at integer,
  http_status integer,
  error text,
  created_at integer not null,
  finished_at integer
) strict;
insert into deliveries_of_endpoints
select * from webhook_deliveries where endpoint_id in (select id from endpoints_of_companies);

drop table webhook_deliveries;
drop table webhook_endpoints;
alter table endpoints_of_companies rename to webhook_endpoints;
alter table deliveries_of_endpoints rename to webhook_deliveries;
create index webhook_endpoints_by_company on webhook_endpoints (company_id);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where due_at is not null;
create index webhook_deliveries_open on webhook_deliveries (endpoint_id, subject, id)
  where status in ('waiting', 'queued', 'sending');
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id);
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id) where status = 'failed';
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where finished_at is not null;
