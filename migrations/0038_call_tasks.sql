-- Patients whom staff call: where texts and emails can't, or didn't, lead to a visit (part 4, section E).
create table call_tasks (
  id integer primary key,
  order_id integer not null references orders (id) on delete cascade,
  -- The missed visit.
  visit_id integer references visits (id) on delete set null,
  reason text not null check (reason in ('missed_visit', 'no_visit')),
  created_at integer not null,
  due_at integer not null,
  messages_left integer not null default 0,
  -- Set by the last call, or when the order gets a visit or closes.
  done_at integer,
  outcome text check (outcome in ('reached', 'left_message', 'wrong_number')),
  called_at integer,
  -- What an undo restores; null if there is nothing to undo.
  due_before integer,
  outcome_before text,
  note text,
  user_id integer references users (id) on delete set null,
  version integer not null default 1
) strict;
create unique index call_tasks_open_by_order on call_tasks (order_id) where done_at is null;
create index call_tasks_due on call_tasks (due_at, id) where done_at is null;
create index call_tasks_by_order on call_tasks (order_id, id);
create index call_tasks_by_visit on call_tasks (visit_id) where visit_id is not null;
create index call_tasks_by_user on call_tasks (user_id) where user_id is not null;

-- A visit, however it was booked, or a closed order makes the call unnecessary.
create trigger call_tasks_done_with_order after update of step, closed_at on orders
when new.step >= 6 or new.closed_at is not null
begin
  update call_tasks set done_at = new.updated_at, version = version + 1, due_before = null
  where order_id = new.id and done_at is null;
end;

create index visits_missed on visits (no_show_at) where no_show_at is not null;
