-- The packages of an order. A tracking number is kept as it came, even if it fits no carrier.
create table shipments (
  id integer primary key,
  order_id integer not null references orders (id) on delete cascade,
  carrier text check (carrier in ('ups', 'fedex', 'usps', 'dhl', 'courier', 'pickup', 'other')),
  tracking_number text,
  shipped_at integer,
  shipped_source text check (shipped_source in ('import', 'api', 'order_system', 'staff', 'patient')),
  expected_on text check (expected_on glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  expected_source text check (expected_source in ('import', 'api', 'order_system', 'staff', 'patient')),
  delivered_at integer,
  delivered_source text check (delivered_source in ('import', 'api', 'order_system', 'staff', 'patient')),
  updated_at integer not null,
  updated_by text not null,
  check ((shipped_at is null) = (shipped_source is null)),
  check ((expected_on is null) = (expected_source is null)),
  check ((delivered_at is null) = (delivered_source is null))
) strict;
create index shipments_by_order on shipments (order_id);
-- One shipment per number, and one without a number.
create unique index shipments_by_number on shipments (order_id, coalesce(tracking_number, ''));
