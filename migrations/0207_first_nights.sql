-- The report counts all setups of a period, including those whose nights aren't followed anymore.
create index first_nights_by_start on first_nights (started_on, order_id);
