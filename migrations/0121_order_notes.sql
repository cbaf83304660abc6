-- What staff write about an order. Patients never see it.
create table order_notes (
  id integer primary key,
  order_id integer not null references orders (id) on delete cascade,
  user_id integer references users (id) on delete set null,
  created_at integer not null,
  body text not null
) strict;
create index order_notes_by_order on order_notes (order_id, id);
create index order_notes_by_user on order_notes (user_id) where user_id is not null;
