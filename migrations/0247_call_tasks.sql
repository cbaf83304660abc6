-- An order can have an open call about booking and another about the first 90 nights.
drop index call_tasks_open_by_order;
create unique index call_tasks_open_by_order on call_tasks (order_id, reason in ('missed_visit', 'no_visit'))
  where done_at is null;

-- A new phone number whose owner turned off texts ends the plan, like an opt-out does.
create trigger plan_steps_end_with_phone after update of phone on orders
when new.email is null and new.phone is not old.phone
begin
  update plan_steps set state = 'ended', settled_at = new.updated_at
  where state = 'planned' and order_id = new.id
    and (select given from consents where phone = new.phone order by id desc limit 1) = 0;
end;
