-- Orders by the last four digits of the phone, for searches.
create index orders_by_phone_end on orders (substr(phone, -4));
