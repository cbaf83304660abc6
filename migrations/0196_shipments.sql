-- When staff decided that a delivery which someone reported hasn't come. A later report ends that.
alter table shipments add column refuted_at integer;
-- Packages that are still out, by the day on which they should come.
create index shipments_out on shipments (expected_on, order_id)
  where expected_on is not null and (delivered_at is null or refuted_at is not null);
