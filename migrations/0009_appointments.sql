-- What the appointments view sorts and searches by, for three hundred thousand visits as for ten.

create index visits_by_type on visits (visit_type, start_at);
create index visits_by_status_and_type on visits (status, visit_type, start_at);
create index visits_by_local_date on visits (local_date);
-- The hour of the day by a clock whose midnight is 10:00 UTC: it is night then from Maine to Hawaii, so
-- that no visit's evening sorts before its morning.
create index visits_by_hour on visits ((start_at - 36000000) % 86400000, start_at);
create index orders_by_database on orders (brightree_db, patient_id);

-- Numbers and names by any part of three characters or more.
create virtual table orders_fts using fts5 (
  sales_order_no, patient_id, patient_name,
  content = 'orders', content_rowid = 'id', tokenize = 'trigram remove_diacritics 1'
);
insert into orders_fts (orders_fts) values ('rebuild');
create trigger orders_fts_insert after insert on orders
begin
  insert into orders_fts (rowid, sales_order_no, patient_id, patient_name)
  values (new.id, new.sales_order_no, new.patient_id, new.patient_name);
end;
create trigger orders_fts_update after update of sales_order_no, patient_id, patient_name on orders
begin
  insert into orders_fts (orders_fts, rowid, sales_order_no, patient_id, patient_name)
  values ('delete', old.id, old.sales_order_no, old.patient_id, old.patient_name);
  insert into orders_fts (rowid, sales_order_no, patient_id, patient_name)
  values (new.id, new.sales_order_no, new.patient_id, new.patient_name);
end;
create trigger orders_fts_delete after delete on orders
begin
  insert into orders_fts (orders_fts, rowid, sales_order_no, patient_id, patient_name)
  values ('delete', old.id, old.sales_order_no, old.patient_id, old.patient_name);
end;
