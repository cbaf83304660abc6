-- What is planned for a patient, with the dates that followed from the company's plan when it began.
create table plan_steps (
  id integer primary key,
  order_id integer not null references first_nights (order_id) on delete cascade,
  -- The first night from which the days count. A restart plans the days once more.
  started_on text not null,
  day integer not null,
  type text not null check (type in ('check_in', 'call', 'visit', 'note')),
  kind_id integer references visit_kinds (id) on delete set null,
  due_at integer not null,
  -- "skipped": not needed anymore, or too late. "ended": the plan ended before.
  state text not null default 'planned' check (state in ('planned', 'done', 'skipped', 'ended')),
  settled_at integer,
  -- What the patient answered to a check-in.
  answered_at integer,
  answer text check (answer in ('well', 'trouble', 'call', 'stop', 'returned')),
  -- A JSON list.
  troubles text not null default '[]',
  check ((state = 'planned') = (settled_at is null)),
  check ((answer is null) = (answered_at is null)),
  unique (order_id, started_on, day, type)
) strict;
create index plan_steps_due on plan_steps (due_at, id) where state = 'planned';
create index plan_steps_by_kind on plan_steps (kind_id) where kind_id is not null;

-- A patient who turned off texts and has no email address can't be asked anything.
create trigger plan_steps_end_with_texts after insert on consents when new.given = 0
begin
  update plan_steps set state = 'ended', settled_at = new.created_at
  where state = 'planned' and order_id in (
    select id from orders where phone = new.phone and email is null
      and brightree_db not in (select name from frozen_databases)
  );
end;
create trigger plan_steps_end_with_email after update of email on orders when new.email is null and old.email is not null
begin
  update plan_steps set state = 'ended', settled_at = new.updated_at
  where state = 'planned' and order_id = new.id
    and (select given from consents where phone = new.phone order by id desc limit 1) = 0;
end;

create trigger frozen_company_steps_made before insert on plan_steps
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = new.order_id and brightree_db in (select name from frozen_databases)
  );
end;

create trigger frozen_company_steps_changed before update on plan_steps
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = old.order_id and brightree_db in (select name from frozen_databases)
  );
end;
