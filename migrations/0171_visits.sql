-- Each visit names its kind. Older visits are setups by video, as everything was before kinds.
update visits set kind_id = (
  select visit_kinds.id from orders
    join databases on databases.name = orders.brightree_db
    join visit_kinds on visit_kinds.company_id = databases.company_id and visit_kinds.is_default = 1
  where orders.id = visits.order_id);

-- JSON lists of kinds that a slot or a weekly rule is for. Null means all.
alter table slots add column kinds text;
alter table weekly_hours add column kinds text;
-- A JSON list of the beginnings of postal codes to which the therapist travels. Null means everywhere.
alter table therapists add column zip_prefixes text;
-- In capitals, without spaces and without the four digits after a ZIP code.
alter table orders add column zip text;

create index visits_active_by_place on visits (place_id, start_at, end_at)
  where place_id is not null and status in ('submitted', 'confirmed', 'pending');

drop trigger visits_never_overlap_when_made;
create trigger visits_never_overlap_when_made before insert on visits
  when new.status in ('submitted', 'confirmed', 'pending')
begin
  select raise(abort, 'VISIT_OVERLAP')
  where exists (
    select 1 from visits
    where therapist_id = new.therapist_id
      and status in ('submitted', 'confirmed', 'pending')
      and start_at < new.end_at + new.buffer_after + 7200000
      and start_at > new.start_at - new.buffer_before - 50400000
      and start_at - buffer_before < new.end_at + new.buffer_after
      and end_at + buffer_after > new.start_at - new.buffer_before
  );
end;

drop trigger visits_never_overlap_when_changed;
create trigger visits_never_overlap_when_changed
  before update of therapist_id, start_at, end_at, status, buffer_before, buffer_after on visits
  when new.status in ('submitted', 'confirmed', 'pending')
begin
  select raise(abort, 'VISIT_OVERLAP')
  where exists (
    select 1 from visits
    where therapist_id = new.therapist_id
      and status in ('submitted', 'confirmed', 'pending')
      and id <> new.id
      and start_at < new.end_at + new.buffer_after + 7200000
      and start_at > new.start_at - new.buffer_before - 50400000
      and start_at - buffer_before < new.end_at + new.buffer_after
      and end_at + buffer_after > new.start_at - new.buffer_before
  );
end;

-- A place is fullest when one of its visits starts, so only those instants are counted.
create trigger visits_never_exceed_rooms_when_made before insert on visits
  when new.place_id is not null and new.status in ('submitted', 'confirmed', 'pending')
begin
  select raise(abort, 'PLACE_FULL')
  where exists (
    select 1 from (
      select new.start_at as instant
      union all
      select start_at from visits
      where place_id = new.place_id and status in ('submitted', 'confirmed', 'pending')
        and start_at > new.start_at and start_at < new.end_at)
    where (
      select count(*) from visits
      where place_id = new.place_id and status in ('submitted', 'confirmed', 'pending')
        and start_at <= instant and start_at > instant - 43200000 and end_at > instant)
      >= (select rooms from places where id = new.place_id));
end;
create trigger visits_never_exceed_rooms_when_changed
  before update of place_id, start_at, end_at, status on visits
  when new.place_id is not null and new.status in ('submitted', 'confirmed', 'pending')
    and ((old.place_id, old.start_at, old.end_at) is not (new.place_id, new.start_at, new.end_at)
      or old.status not in ('submitted', 'confirmed', 'pending'))
begin
  select raise(abort, 'PLACE_FULL')
  where exists (
    select 1 from (
      select new.start_at as instant
      union all
      select start_at from visits
      where place_id = new.place_id and status in ('submitted', 'confirmed', 'pending') and id <> new.id
        and start_at > new.start_at and start_at < new.end_at)
    where (
      select count(*) from visits
      where place_id = new.place_id and status in ('submitted', 'confirmed', 'pending') and id <> new.id
        and start_at <= instant and start_at > instant - 43200000 and end_at > instant)
      >= (select rooms from places where id = new.place_id));
end;

drop trigger visits_database_when_made;
create trigger visits_database_when_made after insert on visits
begin
  update visits set
    brightree_db = (select brightree_db from orders where id = new.order_id),
    kind_id = coalesce(new.kind_id, (
      select visit_kinds.id from orders
        join databases on databases.name = orders.brightree_db
        join visit_kinds on visit_kinds.company_id = databases.company_id and visit_kinds.is_default = 1
      where orders.id = new.order_id))
  where id = new.id;
end;

-- A slot is open if the whole span of its company's default kind is free: buffer, visit, buffer.
drop view free_slots;
create view free_slots (therapist_id, start_at, local_date, region) as
  select slots.therapist_id, slots.start_at, slots.local_date, therapists.region
  from slots cross join therapists cross join visit_kinds as kind
  where therapists.id = slots.therapist_id
    and kind.company_id = therapists.company_id and kind.is_default = 1
    and slots.left_by is null
    and (slots.kinds is null or exists (select 1 from json_each(slots.kinds) where json_each.value = kind.id))
    and (not exists (select 1 from visit_kind_therapists where kind_id = kind.id)
      or exists (
        select 1 from visit_kind_therapists
        where visit_kind_therapists.kind_id = kind.id
          and visit_kind_therapists.therapist_id = slots.therapist_id))
    and not exists (
      select 1 from visits
      where visits.therapist_id = slots.therapist_id and visits.status in ('submitted', 'confirmed', 'pending')
        and visits.start_at < slots.start_at + kind.length + kind.buffer_after + 7200000
        and visits.start_at > slots.start_at - kind.buffer_before - 50400000
        and visits.start_at - visits.buffer_before < slots.start_at + kind.length + kind.buffer_after
        and visits.end_at + visits.buffer_after > slots.start_at - kind.buffer_before)
    and therapists.daily_capacity > (
      select count(*) from visits
      where visits.therapist_id = slots.therapist_id and visits.status in ('submitted', 'confirmed', 'pending')
        and visits.local_date = slots.local_date)
    and not exists (
      select 1 from busy_times
      where busy_times.therapist_id = slots.therapist_id
        and busy_times.start_at < slots.start_at + kind.length + kind.buffer_after
        and busy_times.start_at > slots.start_at - kind.buffer_before - 43200000
        and busy_times.end_at > slots.start_at - kind.buffer_before);

drop trigger open_slots_of_moved_slot;
create trigger open_slots_of_moved_slot after update of therapist_id, start_at, local_date, left_by, kinds on slots
begin
  delete from open_slots where therapist_id = old.therapist_id and start_at = old.start_at;
  insert into open_slots select * from free_slots where therapist_id = new.therapist_id and start_at = new.start_at;
end;

-- A span takes the slots of its day, because of the capacity, and those whose own span overlaps it.
drop trigger refresh_open_slots;
create trigger refresh_open_slots instead of insert on refreshed_open_slots
begin
  delete from open_slots
  where therapist_id = new.therapist_id
    and start_at > new.start_at - 90000000 and start_at < new.end_at + 90000000
    and (local_date = new.local_date
      or (start_at > new.start_at - (
          select visit_kinds.length + visit_kinds.buffer_after from therapists
            join visit_kinds on visit_kinds.company_id = therapists.company_id and visit_kinds.is_default = 1
          where therapists.id = new.therapist_id)
        and start_at < new.end_at + (
          select visit_kinds.buffer_before from therapists
            join visit_kinds on visit_kinds.company_id = therapists.company_id and visit_kinds.is_default = 1
          where therapists.id = new.therapist_id)));
  insert into open_slots
  select * from free_slots
  where therapist_id = new.therapist_id
    and start_at > new.start_at - 90000000 and start_at < new.end_at + 90000000
    and (local_date = new.local_date
      or (start_at > new.start_at - (
          select visit_kinds.length + visit_kinds.buffer_after from therapists
            join visit_kinds on visit_kinds.company_id = therapists.company_id and visit_kinds.is_default = 1
          where therapists.id = new.therapist_id)
        and start_at < new.end_at + (
          select visit_kinds.buffer_before from therapists
            join visit_kinds on visit_kinds.company_id = therapists.company_id and visit_kinds.is_default = 1
          where therapists.id = new.therapist_id)));
end;

drop trigger open_slots_of_new_visit;
create trigger open_slots_of_new_visit after insert on visits
  when new.status in ('submitted', 'confirmed', 'pending')
begin
  insert into refreshed_open_slots
  values (new.therapist_id, new.local_date, new.start_at - new.buffer_before, new.end_at + new.buffer_after);
end;

drop trigger open_slots_of_changed_visit;
create trigger open_slots_of_changed_visit
  after update of therapist_id, local_date, start_at, end_at, buffer_before, buffer_after, status on visits
  when (old.status in ('submitted', 'confirmed', 'pending')) <> (new.status in ('submitted', 'confirmed', 'pending'))
    or (old.therapist_id, old.local_date, old.start_at, old.end_at, old.buffer_before, old.buffer_after)
      is not (new.therapist_id, new.local_date, new.start_at, new.end_at, new.buffer_before, new.buffer_after)
begin
  insert into refreshed_open_slots
  values (old.therapist_id, old.local_date, old.start_at - old.buffer_before, old.end_at + old.buffer_after);
  insert into refreshed_open_slots
  values (new.therapist_id, new.local_date, new.start_at - new.buffer_before, new.end_at + new.buffer_after);
end;

drop trigger open_slots_of_removed_visit;
create trigger open_slots_of_removed_visit after delete on visits
  when old.status in ('submitted', 'confirmed', 'pending')
begin
  insert into refreshed_open_slots
  values (old.therapist_id, old.local_date, old.start_at - old.buffer_before, old.end_at + old.buffer_after);
end;

drop trigger booked_times_are_not_offered;
create trigger booked_times_are_not_offered after insert on visits
  when new.status in ('submitted', 'confirmed', 'pending')
begin
  delete from freed_times
  where therapist_id = new.therapist_id
    and start_at > new.start_at - new.buffer_before - 2700000 and start_at < new.end_at + new.buffer_after;
end;
drop trigger moved_to_times_are_not_offered;
create trigger moved_to_times_are_not_offered
  after update of therapist_id, start_at, end_at, buffer_before, buffer_after, status on visits
  when new.status in ('submitted', 'confirmed', 'pending')
begin
  delete from freed_times
  where therapist_id = new.therapist_id
    and start_at > new.start_at - new.buffer_before - 2700000 and start_at < new.end_at + new.buffer_after;
end;

create trigger open_slots_of_changed_kind
  after update of length, buffer_before, buffer_after, is_default on visit_kinds
  when new.is_default = 1
    and (old.length, old.buffer_before, old.buffer_after, old.is_default)
      is not (new.length, new.buffer_before, new.buffer_after, new.is_default)
begin
  delete from open_slots where therapist_id in (select id from therapists where company_id = new.company_id);
  insert into open_slots
  select * from free_slots where therapist_id in (select id from therapists where company_id = new.company_id);
end;
-- Not for each row of `visit_kind_therapists`, because a kind's therapists are replaced as a whole.
create trigger open_slots_of_changed_leaders after update of therapists_version on visit_kinds
  when new.is_default = 1
begin
  delete from open_slots where therapist_id in (select id from therapists where company_id = new.company_id);
  insert into open_slots
  select * from free_slots where therapist_id in (select id from therapists where company_id = new.company_id);
end;
