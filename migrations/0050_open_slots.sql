-- The slots that patients can choose, kept by triggers (decision 067). Times that begin soon or far ahead are in it too,
-- and those of calendars that can't be read: both depend on the moment of reading.

-- What open_slots must contain: slots under no active visit and no busy time, on a day with capacity left.
create view free_slots (therapist_id, start_at, local_date, region) as
  select slots.therapist_id, slots.start_at, slots.local_date, therapists.region
  from slots cross join therapists
  where therapists.id = slots.therapist_id
    and not exists (
      select 1 from visits
      where visits.therapist_id = slots.therapist_id and visits.status in ('submitted', 'confirmed', 'pending')
        and visits.start_at < slots.start_at + 2700000
        and visits.start_at > slots.start_at - 43200000
        and visits.end_at > slots.start_at)
    and therapists.daily_capacity > (
      select count(*) from visits
      where visits.therapist_id = slots.therapist_id and visits.status in ('submitted', 'confirmed', 'pending')
        and visits.local_date = slots.local_date)
    and not exists (
      select 1 from busy_times
      where busy_times.therapist_id = slots.therapist_id
        and busy_times.start_at < slots.start_at + 2700000
        and busy_times.start_at > slots.start_at - 43200000
        and busy_times.end_at > slots.start_at);

create table open_slots (
  therapist_id integer not null,
  start_at integer not null,
  local_date text not null,
  region text not null,
  primary key (therapist_id, start_at)
) strict, without rowid;
insert into open_slots select * from free_slots;
drop index slots_by_start;
create index open_slots_by_start on open_slots (start_at, therapist_id, local_date, region);
create index open_slots_by_region on open_slots (region, start_at, therapist_id, local_date);

create trigger open_slots_of_new_slot after insert on slots
begin
  insert into open_slots select * from free_slots where therapist_id = new.therapist_id and start_at = new.start_at;
end;
create trigger open_slots_of_moved_slot after update of therapist_id, start_at, local_date on slots
begin
  delete from open_slots where therapist_id = old.therapist_id and start_at = old.start_at;
  insert into open_slots select * from free_slots where therapist_id = new.therapist_id and start_at = new.start_at;
end;
create trigger open_slots_of_removed_slot after delete on slots
begin
  delete from open_slots where therapist_id = old.therapist_id and start_at = old.start_at;
end;

-- Inserting here refreshes a therapist's slots of a local date, and those that overlap a span.
create view refreshed_open_slots (therapist_id, local_date, start_at, end_at) as select 0, '', 0, 0;
create trigger refresh_open_slots instead of insert on refreshed_open_slots
begin
  delete from open_slots
  where therapist_id = new.therapist_id
    and start_at > new.start_at - 90000000 and start_at < new.end_at + 90000000
    and (local_date = new.local_date or (start_at > new.start_at - 2700000 and start_at < new.end_at));
  insert into open_slots
  select * from free_slots
  where therapist_id = new.therapist_id
    and start_at > new.start_at - 90000000 and start_at < new.end_at + 90000000
    and (local_date = new.local_date or (start_at > new.start_at - 2700000 and start_at < new.end_at));
end;

create trigger open_slots_of_new_visit after insert on visits
  when new.status in ('submitted', 'confirmed', 'pending')
begin
  insert into refreshed_open_slots values (new.therapist_id, new.local_date, new.start_at, new.end_at);
end;
create trigger open_slots_of_changed_visit
  after update of therapist_id, local_date, start_at, end_at, status on visits
  when (old.status in ('submitted', 'confirmed', 'pending')) <> (new.status in ('submitted', 'confirmed', 'pending'))
    or (old.therapist_id, old.local_date, old.start_at, old.end_at)
      is not (new.therapist_id, new.local_date, new.start_at, new.end_at)
begin
  insert into refreshed_open_slots values (old.therapist_id, old.local_date, old.start_at, old.end_at);
  insert into refreshed_open_slots values (new.therapist_id, new.local_date, new.start_at, new.end_at);
end;
create trigger open_slots_of_removed_visit after delete on visits
  when old.status in ('submitted', 'confirmed', 'pending')
begin
  insert into refreshed_open_slots values (old.therapist_id, old.local_date, old.start_at, old.end_at);
end;

create trigger open_slots_of_new_busy_time after insert on busy_times
begin
  insert into refreshed_open_slots values (new.therapist_id, null, new.start_at, new.end_at);
end;
create trigger open_slots_of_changed_busy_time after update on busy_times
begin
  insert into refreshed_open_slots values (old.therapist_id, null, old.start_at, old.end_at);
  insert into refreshed_open_slots values (new.therapist_id, null, new.start_at, new.end_at);
end;
create trigger open_slots_of_removed_busy_time after delete on busy_times
begin
  insert into refreshed_open_slots values (old.therapist_id, null, old.start_at, old.end_at);
end;

create trigger open_slots_of_changed_therapist after update of daily_capacity, region on therapists
  when old.daily_capacity <> new.daily_capacity or old.region <> new.region
begin
  delete from open_slots where therapist_id = new.id;
  insert into open_slots select * from free_slots where therapist_id = new.id;
end;
