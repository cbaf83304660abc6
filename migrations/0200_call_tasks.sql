-- Patients are also called about their first 90 nights. These calls are made after the order of the setup has closed.
drop trigger call_tasks_done_with_order;
drop trigger waits_end_with_texts;

create table call_tasks_new (
  id integer primary key,
  order_id integer not null references orders (id) on delete cascade,
  -- The missed visit.
  visit_id integer references visits (id) on delete set null,
  reason text not null check (reason in ('missed_visit', 'no_visit', 'nights_plan', 'nights_visit', 'nights_trouble',
    'nights_asked', 'nights_stop', 'nights_returned')),
  -- The day of the plan, or the kind of visit to book.
  about text,
  created_at integer not null,
  due_at integer not null,
  messages_left integer not null default 0,
  -- Set by the last call, or when the call isn't needed anymore.
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
insert into call_tasks_new (id, order_id, visit_id, reason, created_at, due_at, messages_left, done_at, outcome,
  called_at, due_before, outcome_before, note, user_id, version)
select id, order_id, visit_id, reason, created_at, due_at, messages_left, done_at, outcome,
  called_at, due_before, outcome_before, note, user_id, version from call_tasks;
drop table call_tasks;
alter table call_tasks_new rename to call_tasks;
create unique index call_tasks_open_by_order on call_tasks (order_id) where done_at is null;
create index call_tasks_due on call_tasks (due_at, id) where done_at is null;
create index call_tasks_by_order on call_tasks (order_id, id);
create index call_tasks_by_visit on call_tasks (visit_id) where visit_id is not null;
create index call_tasks_by_user on call_tasks (user_id) where user_id is not null;

-- A visit, however it was booked, or a closed order makes a call about booking unnecessary.
create trigger call_tasks_done_with_order after update of step, closed_at on orders
when new.step >= 6 or new.closed_at is not null
begin
  update call_tasks set done_at = new.updated_at, version = version + 1, due_before = null
  where order_id = new.id and done_at is null and reason in ('missed_visit', 'no_visit');
end;

-- Nobody who waits is dropped silently: staff call.
create trigger waits_end_with_texts after insert on consents when new.given = 0
begin
  insert or ignore into call_tasks (order_id, reason, created_at, due_at)
  select waits.order_id, 'no_visit', new.created_at, new.created_at
  from orders join waits on waits.order_id = orders.id and waits.ended_at is null
  where orders.phone = new.phone and orders.email is null
    and orders.brightree_db not in (select name from frozen_databases);
  update waits set ended_at = new.created_at, ended_because = 'opted_out', call_because = 'opted_out',
    call_asked_at = new.created_at
  where ended_at is null and order_id in (
    select id from orders where phone = new.phone and email is null
      and brightree_db not in (select name from frozen_databases)
  );
end;

create trigger frozen_company_calls_made before insert on call_tasks
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = new.order_id and brightree_db in (select name from frozen_databases)
  );
end;

create trigger frozen_company_calls_changed before update on call_tasks
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = old.order_id and brightree_db in (select name from frozen_databases)
  );
end;
