-- Addresses of other systems that get a company's events (part 4, section I).
create table webhook_endpoints (
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
create index webhook_endpoints_by_company on webhook_endpoints (company_id);

create table webhook_deliveries (
  id integer primary key,
  endpoint_id integer not null references webhook_endpoints (id) on delete cascade,
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
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where due_at is not null;
create index webhook_deliveries_open on webhook_deliveries (endpoint_id, subject, id)
  where status in ('waiting', 'queued', 'sending');
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id);
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id) where status = 'failed';
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where finished_at is not null;
