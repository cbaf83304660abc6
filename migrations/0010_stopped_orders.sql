-- When the order system closed or stopped an order; null while it goes on there. The order itself closes
-- once no visit lies ahead.
alter table orders add column stopped_at integer;
