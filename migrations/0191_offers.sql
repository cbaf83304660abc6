-- Patients without a visit get offers, too. `visit_start` is null for their offers, and `visit_id` until they accept.
drop trigger offers_end_with_their_time;
drop trigger offers_end_with_their_visit;
drop trigger offers_end_when_switched_off;

create table offers_new (
  id integer primary key,
  order_id integer not null references orders (id) on delete cascade,
  visit_id integer references visits (id) on delete cascade,
  -- Start of the visit when the offer was sent.
  visit_start integer,
  therapist_id integer not null references therapists (id) on delete cascade,
  start_at integer not null,
  wave integer not null,
  code_hash text not null unique,
  code_sealed text not null,
  status text not null default 'open'
    check (status in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  sent_at integer not null,
  expires_at integer not null,
  answered_at integer,
  check (visit_start is null or visit_id is not null)
) strict;
insert into offers_new (id, order_id, visit_id, visit_start, therapist_id, start_at, wave, code_hash, code_sealed,
  status, sent_at, expires_at, answered_at)
select id, order_id, visit_id, visit_start, therapist_id, start_at, wave, code_hash, code_sealed,
  status, sent_at, expires_at, answered_at from offers;
drop table offers;
alter table offers_new rename to offers;
-- No patient is offered the same time twice, or two times at once.
create unique index offers_one_per_time on offers (order_id, therapist_id, start_at);
create unique index offers_one_open_per_order on offers (order_id) where status = 'open';
create index offers_open_by_time on offers (therapist_id, start_at) where status = 'open';
create index offers_by_order on offers (order_id, sent_at);
create index offers_by_status on offers (status, id);
create index offers_by_visit on offers (visit_id) where visit_id is not null;
create index offers_by_therapist on offers (therapist_id, start_at);
create index offers_by_time on offers (sent_at, status);

create trigger offers_end_with_their_time after delete on freed_times
begin
  update offers set status = 'withdrawn'
  where therapist_id = old.therapist_id and start_at = old.start_at and status = 'open';
end;
create trigger offers_end_with_their_visit after update of therapist_id, start_at, status on visits
  when new.status not in ('submitted', 'confirmed', 'pending')
    or new.therapist_id <> old.therapist_id or new.start_at <> old.start_at
begin
  update offers set status = 'withdrawn' where visit_id = new.id and status = 'open';
end;
create trigger offers_end_when_switched_off after update of offers_on on companies when new.offers_on = 0
begin
  update offers set status = 'withdrawn'
  where status = 'open' and exists (
    select 1 from orders
      join databases on databases.name = orders.brightree_db
    where orders.id = offers.order_id and databases.company_id = new.id);
end;
create trigger offers_end_with_their_wait after update of ended_at on waits when new.ended_at is not null
begin
  update offers set status = 'withdrawn'
  where order_id = new.order_id and visit_start is null and status = 'open';
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
