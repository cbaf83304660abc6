-- A freed seat in a class is a row of `freed_times` with the class's start and first therapist, where there may be no
-- slot. It is offered until the class is full. Other times that a visit takes are no longer offered. Before a visit, the
-- shortest kind of visit still fits, if it ends in time.
drop trigger booked_times_are_not_offered;
drop trigger moved_to_times_are_not_offered;
drop trigger times_of_classes_are_not_offered;
drop trigger times_of_moved_classes_are_not_offered;
drop trigger offers_end_with_their_time;

create table freed_times_new (
  therapist_id integer not null references therapists (id) on delete cascade,
  start_at integer not null,
  freed_at integer not null,
  -- Null for a time that staff offer by hand only.
  next_wave_at integer,
  wave integer not null default 0,
  -- The order that left this time is not offered it again.
  left_by integer references orders (id) on delete set null,
  primary key (therapist_id, start_at)
) strict, without rowid;
insert into freed_times_new (therapist_id, start_at, freed_at, next_wave_at, wave, left_by)
select therapist_id, start_at, freed_at, next_wave_at, wave, left_by from freed_times;
drop table freed_times;
alter table freed_times_new rename to freed_times;
create index freed_times_by_start on freed_times (start_at, therapist_id);
create index freed_times_by_order on freed_times (left_by) where left_by is not null;

create view class_starts (class_id, therapist_id, start_at) as
  select classes.id, class_therapists.therapist_id, classes.start_at
  from classes cross join class_therapists
  where class_therapists.class_id = classes.id and class_therapists.position = 0 and class_therapists.active = 1;

create trigger offers_end_with_their_time after delete on freed_times
begin
  update offers set status = 'withdrawn'
  where therapist_id = old.therapist_id and start_at = old.start_at and status = 'open';
end;
create trigger freed_times_go_with_their_slot after delete on slots
begin
  delete from freed_times
  where therapist_id = old.therapist_id and start_at = old.start_at
    and not exists (
      select 1 from class_starts
      where class_starts.therapist_id = old.therapist_id and class_starts.start_at = old.start_at);
end;

create trigger booked_times_are_not_offered after insert on visits
  when new.class_id is null and new.status in ('submitted', 'confirmed', 'pending')
begin
  delete from freed_times
  where therapist_id = new.therapist_id
    and start_at > new.start_at - new.buffer_before - coalesce((
      select min(2700000, min(length)) from visit_kinds
      where company_id = (select company_id from therapists where id = new.therapist_id)
        and active = 1 and mode <> 'class'), 2700000)
    and start_at < new.end_at + new.buffer_after
    and not exists (
      select 1 from class_starts
      where class_starts.therapist_id = freed_times.therapist_id and class_starts.start_at = freed_times.start_at);
end;
create trigger moved_to_times_are_not_offered
  after update of therapist_id, start_at, end_at, buffer_before, buffer_after, status on visits
  when new.class_id is null and new.status in ('submitted', 'confirmed', 'pending')
begin
  delete from freed_times
  where therapist_id = new.therapist_id
    and start_at > new.start_at - new.buffer_before - coalesce((
      select min(2700000, min(length)) from visit_kinds
      where company_id = (select company_id from therapists where id = new.therapist_id)
        and active = 1 and mode <> 'class'), 2700000)
    and start_at < new.end_at + new.buffer_after
    and not exists (
      select 1 from class_starts
      where class_starts.therapist_id = freed_times.therapist_id and class_starts.start_at = freed_times.start_at);
end;

create trigger taken_seats_are_not_offered after insert on visits
  when new.class_id is not null and new.status in ('submitted', 'confirmed', 'pending')
begin
  delete from freed_times
  where therapist_id = new.therapist_id and start_at = new.start_at
    and (select seats from classes where id = new.class_id) <= (
      select count(*) from visits
      where class_id = new.class_id and status in ('submitted', 'confirmed', 'pending'));
end;
create trigger moved_to_seats_are_not_offered after update of class_id, therapist_id, start_at, status on visits
  when new.class_id is not null and new.status in ('submitted', 'confirmed', 'pending')
begin
  delete from freed_times
  where therapist_id = new.therapist_id and start_at = new.start_at
    and (select seats from classes where id = new.class_id) <= (
      select count(*) from visits
      where class_id = new.class_id and status in ('submitted', 'confirmed', 'pending'));
end;

-- A new class doesn't end the offers of seats in another one that begins shortly before it.
create trigger times_of_classes_are_not_offered after insert on class_therapists when new.active = 1
begin
  delete from freed_times
  where therapist_id = new.therapist_id
    and start_at > new.from_at - 2700000 and start_at < new.to_at
    and not exists (
      select 1 from class_starts
      where class_starts.therapist_id = freed_times.therapist_id and class_starts.start_at = freed_times.start_at
        and class_starts.class_id <> new.class_id);
end;
create trigger times_of_moved_classes_are_not_offered
  after update of therapist_id, from_at, to_at, active on class_therapists when new.active = 1
begin
  delete from freed_times
  where therapist_id = new.therapist_id
    and start_at > new.from_at - 2700000 and start_at < new.to_at
    and not exists (
      select 1 from class_starts
      where class_starts.therapist_id = freed_times.therapist_id and class_starts.start_at = freed_times.start_at
        and class_starts.class_id <> new.class_id);
end;
