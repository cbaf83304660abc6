-- The last day of an item that has a range of days. Null if it has one day.
alter table plan_items add column last_day integer check (last_day > day and last_day <= 120);
