-- A patient may book any therapist, so the patient's company turns offers on and off (decision 060).
drop trigger offers_end_when_switched_off;
create trigger offers_end_when_switched_off after update of offers_on on companies when new.offers_on = 0
begin
  update offers set status = 'withdrawn'
  where status = 'open' and exists (
    select 1 from orders
      join databases on databases.name = orders.brightree_db
    where orders.id = offers.order_id and databases.company_id = new.id);
end;

-- The recovery page counts freed times by the week in which they were freed.
drop index freed_time_log_by_day;
create index freed_time_log_by_freed on freed_time_log (freed_at);

-- When a patient's reply to the reminder asked for another time than the visit's.
alter table visits add column change_asked_at integer;
