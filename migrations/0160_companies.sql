-- A company that is moving to another installation. While moving_at is set, the database refuses changes to its rows.
alter table companies add column moving_at integer;
-- The new installation's address, once the move is finished.
alter table companies add column moved_to text;
create index companies_moving on companies (moving_at) where moving_at is not null;

create view frozen_databases as
select databases.name from companies
join databases on databases.company_id = companies.id
where companies.moving_at is not null;

create view frozen_therapists as
select therapists.id from companies
join therapists on therapists.company_id = companies.id
where companies.moving_at is not null;

create trigger frozen_company_orders_made before insert on orders
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where new.brightree_db in (select name from frozen_databases);
end;

create trigger frozen_company_orders_changed before update on orders
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where old.brightree_db in (select name from frozen_databases);
end;

create trigger frozen_company_visits_made before insert on visits
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = new.order_id and brightree_db in (select name from frozen_databases)
  );
end;

create trigger frozen_company_visits_changed before update on visits
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = old.order_id and brightree_db in (select name from frozen_databases)
  );
end;

create trigger frozen_company_slots_made before insert on slots
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where new.therapist_id in (select id from frozen_therapists);
end;

create trigger frozen_company_slots_removed before delete on slots
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where old.therapist_id in (select id from frozen_therapists);
end;

create trigger frozen_company_weekly_hours_made before insert on weekly_hours
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where new.therapist_id in (select id from frozen_therapists);
end;

create trigger frozen_company_weekly_hours_removed before delete on weekly_hours
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where old.therapist_id in (select id from frozen_therapists);
end;

create trigger frozen_company_days_off_made before insert on days_off
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where new.therapist_id in (select id from frozen_therapists);
end;

create trigger frozen_company_days_off_removed before delete on days_off
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where old.therapist_id in (select id from frozen_therapists);
end;

create trigger frozen_company_calendars_made before insert on calendars
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where new.therapist_id in (select id from frozen_therapists);
end;

create trigger frozen_company_calendars_removed before delete on calendars
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where old.therapist_id in (select id from frozen_therapists);
end;

create trigger frozen_company_therapists_changed before update on therapists
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where old.id in (select id from frozen_therapists);
end;

create trigger frozen_company_codes_made before insert on access_codes
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = new.order_id and brightree_db in (select name from frozen_databases)
  );
end;

-- After the move, a code still signs in here, and its pages lead to the new address.
create trigger frozen_company_codes_changed before update on access_codes
when exists (select 1 from companies where moving_at is not null and moved_to is null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = old.order_id and brightree_db in (select name from frozen_databases)
  );
end;

create trigger frozen_company_links_changed before update of code_hash on link_codes
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = old.order_id and brightree_db in (select name from frozen_databases)
  );
end;

create trigger frozen_company_helpers_made before insert on helpers
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = new.order_id and brightree_db in (select name from frozen_databases)
  );
end;

create trigger frozen_company_helpers_changed before update of name, phone, email, removed_at on helpers
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = old.order_id and brightree_db in (select name from frozen_databases)
  );
end;

create trigger frozen_company_wishes_made before insert on earlier_wishes
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = new.order_id and brightree_db in (select name from frozen_databases)
  );
end;

create trigger frozen_company_wishes_removed before delete on earlier_wishes
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = old.order_id and brightree_db in (select name from frozen_databases)
  );
end;

create trigger frozen_company_offers_made before insert on offers
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = new.order_id and brightree_db in (select name from frozen_databases)
  );
end;

create trigger frozen_company_offers_changed before update on offers
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = old.order_id and brightree_db in (select name from frozen_databases)
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

-- Texts that arrive are stored, and so are opt-outs in them.
create trigger frozen_company_threads_changed before update of star_color, assignee_user_id, notes, done_at on threads
when exists (select 1 from companies where moving_at is not null) and (
  new.star_color is not old.star_color or new.assignee_user_id is not old.assignee_user_id
  or new.notes is not old.notes or (new.done_at is not old.done_at and new.done_at is not null)
)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from threads where id = old.id and (
      brightree_db in (select name from frozen_databases)
      or brightree_db is null and exists (select 1 from orders where orders.phone = threads.phone and orders.brightree_db in (select name from frozen_databases))
    )
  );
end;

create trigger frozen_company_tags_made before insert on thread_tags
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from threads where id = new.thread_id and (
      brightree_db in (select name from frozen_databases)
      or brightree_db is null and exists (select 1 from orders where orders.phone = threads.phone and orders.brightree_db in (select name from frozen_databases))
    )
  );
end;

create trigger frozen_company_tags_removed before delete on thread_tags
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from threads where id = old.thread_id and (
      brightree_db in (select name from frozen_databases)
      or brightree_db is null and exists (select 1 from orders where orders.phone = threads.phone and orders.brightree_db in (select name from frozen_databases))
    )
  );
end;

create trigger frozen_company_texts_made before insert on messages
when exists (select 1 from companies where moving_at is not null) and new.direction = 'out'
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from threads where id = new.thread_id and (
      brightree_db in (select name from frozen_databases)
      or brightree_db is null and exists (select 1 from orders where orders.phone = threads.phone and orders.brightree_db in (select name from frozen_databases))
    )
  );
end;

create trigger frozen_company_consents_made before insert on consents
when exists (select 1 from companies where moving_at is not null) and new.source not in ('keyword', 'provider')
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where phone = new.phone and brightree_db in (select name from frozen_databases)
  ) or exists (
    select 1 from threads where phone = new.phone and brightree_db in (select name from frozen_databases)
  );
end;

create trigger frozen_company_outbox_made before insert on outbox
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = new.order_id and brightree_db in (select name from frozen_databases)
  ) or exists (
    select 1 from visits where id = new.visit_id and brightree_db in (select name from frozen_databases)
  ) or exists (
    select 1 from messages where id = new.message_id and exists (
    select 1 from threads where id = messages.thread_id and (
      brightree_db in (select name from frozen_databases)
      or brightree_db is null and exists (select 1 from orders where orders.phone = threads.phone and orders.brightree_db in (select name from frozen_databases))
    )
  )
  );
end;

-- Sending a message begins with this change.
create trigger frozen_company_outbox_sent before update of status on outbox
when exists (select 1 from companies where moving_at is not null) and new.status in ('queued', 'sending') and new.status <> old.status
begin
  select raise(abort, 'COMPANY_FROZEN') where exists (
    select 1 from orders where id = new.order_id and brightree_db in (select name from frozen_databases)
  ) or exists (
    select 1 from visits where id = new.visit_id and brightree_db in (select name from frozen_databases)
  ) or exists (
    select 1 from messages where id = new.message_id and exists (
    select 1 from threads where id = messages.thread_id and (
      brightree_db in (select name from frozen_databases)
      or brightree_db is null and exists (select 1 from orders where orders.phone = threads.phone and orders.brightree_db in (select name from frozen_databases))
    )
  )
  );
end;

-- The move itself may change its two columns.
create trigger frozen_company_profile_changed before update on companies
when exists (select 1 from companies where moving_at is not null) and old.moving_at is new.moving_at and old.moved_to is new.moved_to
begin
  select raise(abort, 'COMPANY_FROZEN') where old.moving_at is not null;
end;

create trigger frozen_company_replies_made before insert on saved_replies
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where new.company_id in (select id from companies where moving_at is not null);
end;

create trigger frozen_company_replies_changed before update on saved_replies
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where old.company_id in (select id from companies where moving_at is not null);
end;

create trigger frozen_company_replies_removed before delete on saved_replies
when exists (select 1 from companies where moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN') where old.company_id in (select id from companies where moving_at is not null);
end;
