-- How many open orders stand in each step: counting a hundred thousand each time takes too long.
create table step_counts (
  brightree_db text not null,
  step integer not null,
  orders integer not null,
  primary key (brightree_db, step)
) strict, without rowid;
insert into step_counts
  select brightree_db, step, count(*) from orders where closed_at is null group by brightree_db, step;

create trigger step_counts_insert after insert on orders when new.closed_at is null
begin
  insert into step_counts values (new.brightree_db, new.step, 1)
  on conflict (brightree_db, step) do update set orders = orders + 1;
end;
create trigger step_counts_delete after delete on orders when old.closed_at is null
begin
  update step_counts set orders = orders - 1 where brightree_db = old.brightree_db and step = old.step;
end;
create trigger step_counts_update after update of brightree_db, step, closed_at on orders
begin
  update step_counts set orders = orders - 1
  where brightree_db = old.brightree_db and step = old.step and old.closed_at is null;
  insert into step_counts select new.brightree_db, new.step, 1 where new.closed_at is null
  on conflict (brightree_db, step) do update set orders = orders + 1;
end;
