-- Supervisors filter tens of thousands of visits by the database of their orders: each visit keeps its name,
-- which follows the order's.
alter table visits add column brightree_db text not null default '';
update visits set brightree_db = (select brightree_db from orders where orders.id = visits.order_id);

create trigger visits_database_when_made after insert on visits
begin
  update visits set brightree_db = (select brightree_db from orders where id = new.order_id)
  where id = new.id;
end;
create trigger visits_database_when_changed after update of order_id on visits
begin
  update visits set brightree_db = (select brightree_db from orders where id = new.order_id)
  where id = new.id;
end;
create trigger visits_database_of_order after update of brightree_db on orders
begin
  update visits set brightree_db = new.brightree_db where order_id = new.id;
end;

-- What the dashboard counts by, and what a month of the calendar does, filters included.
drop index visits_by_status;
create index visits_by_status on visits (status, start_at, id, brightree_db, therapist_id);
drop index visits_by_local_date;
drop index visits_by_day;
create index visits_by_day on visits (local_date, start_at, status, therapist_id, order_id, brightree_db);
create index visits_by_day_and_status on visits (local_date, status, brightree_db, therapist_id, order_id);
