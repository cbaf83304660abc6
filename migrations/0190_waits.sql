-- Patients without a visit who wait for a time that suits them (part 5, section C). An ended wait stays on file.
create table waits (
  id integer primary key,
  order_id integer not null references orders (id) on delete cascade,
  -- JSON lists.
  parts text not null,
  weekdays text not null,
  notice_hours integer not null check (notice_hours between 0 and 720),
  -- 1 if the patient also wants times on the same day.
  standby integer not null default 0 check (standby in (0, 1)),
  -- The end of the last day.
  until_at integer not null,
  -- The patient's IANA zone, in which the parts of the day and the weekdays are meant.
  zone text not null,
  asked_at integer not null,
  -- The user who added the wait; null if the patient asked.
  user_id integer references users (id) on delete set null,
  -- Why staff were last asked to call, and when. Offers sent before that don't count again.
  call_because text check (call_because in ('no_match', 'no_answer', 'no_address', 'date', 'opted_out')),
  call_asked_at integer,
  ended_at integer,
  ended_because text check (ended_because in ('booked', 'date', 'opted_out', 'closed', 'patient', 'staff', 'access')),
  check ((ended_at is null) = (ended_because is null))
) strict;
create unique index waits_one_per_order on waits (order_id) where ended_at is null;
create index waits_by_order on waits (order_id, id);
create index waits_by_end on waits (ended_at) where ended_at is not null;
create index waits_by_until on waits (until_at) where ended_at is null;
create index waits_on_standby on waits (standby) where standby = 1 and ended_at is null;
create index waits_by_user on waits (user_id) where user_id is not null;

create trigger waits_end_with_a_visit after insert on visits
  when new.status in ('submitted', 'confirmed', 'pending')
begin
  update waits set ended_at = new.created_at, ended_because = 'booked'
  where order_id = new.order_id and ended_at is null;
end;
-- An outcome can be undone.
create trigger waits_end_with_a_restored_visit after update of status on visits
  when new.status in ('submitted', 'confirmed', 'pending') and old.status not in ('submitted', 'confirmed', 'pending')
begin
  update waits set ended_at = max(asked_at, new.created_at), ended_because = 'booked'
  where order_id = new.order_id and ended_at is null;
end;
-- Closing an order ends its patient's access first.
create trigger waits_end_with_their_order after update of closed_at on orders when new.closed_at is not null
begin
  update waits set ended_at = new.closed_at, ended_because = 'closed'
  where order_id = new.id and (ended_at is null or (ended_because = 'access' and ended_at >= new.closed_at));
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

create trigger frozen_company_waits_made before insert on waits
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = new.order_id and brightree_db in (select name from frozen_databases)
  );
end;

create trigger frozen_company_waits_changed before update on waits
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = old.order_id and brightree_db in (select name from frozen_databases)
  );
end;
