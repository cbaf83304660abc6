-- Notes about visits in the order system (part 4, section I): a database's notes are deliveries of the webhook queue.
-- An endpoint with a database has no address and no secret.
alter table webhook_endpoints add column database_name text
  references databases (name) on update cascade on delete cascade;
-- The reason that each note gets, as the order system numbers and names it.
alter table webhook_endpoints add column note_reason integer;
alter table webhook_endpoints add column note_reason_name text;
-- How many notes were not written when they were last switched off.
alter table webhook_endpoints add column dropped integer not null default 0;
create unique index webhook_endpoints_by_database on webhook_endpoints (database_name)
  where database_name is not null;

-- The order system's worklist state at the last sync.
alter table orders add column worklist_state text;
