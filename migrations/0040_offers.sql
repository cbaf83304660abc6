-- Earlier times for patients who asked for one (part 4, section F; decision 060).
alter table companies add column offers_on integer not null default 1 check (offers_on in (0, 1));
alter table companies add column offer_wave_minutes integer not null default 30
  check (offer_wave_minutes between 5 and 1440);
-- Staff mark an order that should get an earlier time first.
alter table orders add column urgent integer not null default 0 check (urgent in (0, 1));

create table earlier_wishes (
  order_id integer primary key references orders (id) on delete cascade,
  -- JSON lists.
  parts text not null,
  weekdays text not null,
  notice_hours integer not null check (notice_hours between 0 and 720),
  asked_at integer not null
) strict;

-- Free times that may be offered. A row goes when its time is taken, closed or too near.
create table freed_times (
  therapist_id integer not null,
  start_at integer not null,
  freed_at integer not null,
  -- Null for a time that staff offer by hand only.
  next_wave_at integer,
  wave integer not null default 0,
  -- The order that left this time is not offered it again.
  left_by integer references orders (id) on delete set null,
  primary key (therapist_id, start_at),
  foreign key (therapist_id, start_at) references slots (therapist_id, start_at) on delete cascade
) strict, without rowid;
create index freed_times_by_start on freed_times (start_at, therapist_id);
create index freed_times_by_order on freed_times (left_by) where left_by is not null;

create table offers (
  id integer primary key,
  order_id integer not null references orders (id) on delete cascade,
  visit_id integer not null references visits (id) on delete cascade,
  -- Start of the visit when the offer was sent.
  visit_start integer not null,
  therapist_id integer not null references therapists (id) on delete cascade,
  start_at integer not null,
  wave integer not null,
  code_hash text not null unique,
  code_sealed text not null,
  status text not null default 'open'
    check (status in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  sent_at integer not null,
  expires_at integer not null,
  answered_at integer
) strict;
-- No patient is offered the same time twice, or two times at once.
create unique index offers_one_per_time on offers (order_id, therapist_id, start_at);
create unique index offers_one_open_per_order on offers (order_id) where status = 'open';
create index offers_open_by_time on offers (therapist_id, start_at) where status = 'open';
create index offers_by_order on offers (order_id, sent_at);
create index offers_by_status on offers (status, id);
create index offers_by_visit on offers (visit_id);
create index offers_by_therapist on offers (therapist_id, start_at);

create trigger booked_times_are_not_offered after insert on visits
  when new.status in ('submitted', 'confirmed', 'pending')
begin
  delete from freed_times
  where therapist_id = new.therapist_id and start_at > new.start_at - 2700000 and start_at < new.end_at;
end;
create trigger moved_to_times_are_not_offered after update of therapist_id, start_at, end_at, status on visits
  when new.status in ('submitted', 'confirmed', 'pending')
begin
  delete from freed_times
  where therapist_id = new.therapist_id and start_at > new.start_at - 2700000 and start_at < new.end_at;
end;

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
  where status = 'open' and therapist_id in (select id from therapists where company_id = new.id);
end;
