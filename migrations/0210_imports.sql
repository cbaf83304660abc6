-- Lines that repeat an order of the same file. They are counted apart, so that the other counts are of orders.
alter table imports add column repeated_rows integer not null default 0;
