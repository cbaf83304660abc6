-- The last day of a step that was planned for a range of days. Null if it has one day.
alter table plan_steps add column last_day integer check (last_day > day);
