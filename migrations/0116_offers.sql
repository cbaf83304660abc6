-- Lets the reports count offers by week.
create index offers_by_time on offers (sent_at, status);
