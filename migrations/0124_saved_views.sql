-- A list's filters under a name. `filters` is the query of the list's address.
create table saved_views (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  list text not null check (list in ('appointments', 'worklist', 'orders', 'inbox')),
  filters text not null,
  pinned integer not null default 1 check (pinned in (0, 1)),
  -- Users with this role see the view, too.
  shared_with text check (shared_with in ('supervisor', 'admin')),
  created_at integer not null,
  unique (user_id, name)
) strict;
create index saved_views_shared on saved_views (shared_with) where shared_with is not null;
