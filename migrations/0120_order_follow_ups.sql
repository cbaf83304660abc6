-- The owner of an order, and what they do next by which date.
create table order_follow_ups (
  order_id integer primary key references orders (id) on delete cascade,
  owner_user_id integer references users (id) on delete set null,
  next_action text,
  -- YYYY-MM-DD. Only with an action.
  due_on text check (due_on is null or next_action is not null)
) strict;
create index order_follow_ups_by_owner on order_follow_ups (owner_user_id) where owner_user_id is not null;
create index order_follow_ups_by_date on order_follow_ups (due_on) where due_on is not null;
