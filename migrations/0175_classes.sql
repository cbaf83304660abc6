-- Classes: one therapist or more meet several patients. A patient's seat is a visit with the class's therapist and time.
create table classes (
  id integer primary key,
  company_id integer not null references companies (id) on delete cascade,
  kind_id integer not null references visit_kinds (id),
  place_id integer references places (id),
  start_at integer not null,
  end_at integer not null,
  -- In ms, like the buffers of visits.
  buffer_before integer not null default 0 check (buffer_before between 0 and 7200000),
  buffer_after integer not null default 0 check (buffer_after between 0 and 7200000),
  seats integer not null check (seats between 2 and 50),
  meeting_link text,
  -- Classes that were scheduled together.
  series text,
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled')),
  -- When a supervisor decided to hold the class with too few patients.
  kept_at integer,
  version integer not null default 1,
  uid text not null unique,
  sequence integer not null default 0,
  created_at integer not null,
  check (end_at > start_at and end_at - start_at <= 14400000),
  check (place_id is not null or meeting_link is not null)
) strict;
create index classes_by_start on classes (start_at, company_id);
create index classes_by_kind on classes (kind_id, start_at);
create index classes_by_place on classes (place_id, start_at) where place_id is not null and status = 'scheduled';

-- The therapists of a class, the first of whom leads it, and when it occupies them: from_at to to_at, with its buffers.
create table class_therapists (
  class_id integer not null references classes (id) on delete cascade,
  therapist_id integer not null references therapists (id) on delete cascade,
  position integer not null,
  local_date text not null,
  from_at integer not null,
  to_at integer not null,
  active integer not null default 1 check (active in (0, 1)),
  primary key (class_id, therapist_id),
  check (to_at > from_at)
) strict, without rowid;
create index class_therapists_active on class_therapists (therapist_id, from_at, to_at) where active = 1;
create index class_therapists_by_therapist on class_therapists (therapist_id, class_id);
create index class_therapists_by_day on class_therapists (therapist_id, local_date) where active = 1;

alter table visits add column class_id integer references classes (id);
create index visits_seats_by_day on visits (local_date, therapist_id, status) where class_id is not null;
create index visits_by_class on visits (class_id, status) where class_id is not null;

-- Below this number of patients, supervisors are asked two days before whether a class takes place.
alter table companies add column class_minimum integer not null default 2 check (class_minimum between 1 and 50);

-- A class needs a kind of class of its company.
create trigger classes_need_a_kind before insert on classes
begin
  select raise(abort, 'CLASS_KIND') where not exists (
    select 1 from visit_kinds
    where id = new.kind_id and company_id = new.company_id and mode = 'class'
  );
end;

-- Seats that are taken stay, and a class with patients isn't canceled.
create trigger classes_keep_their_seats before update of seats, status on classes
begin
  select raise(abort, 'CLASS_SEATS')
  where (
    select count(*) from visits
    where class_id = new.id and status in ('submitted', 'confirmed', 'pending')
  ) > case new.status when 'scheduled' then new.seats else 0 end;
end;
create trigger classes_free_their_therapists after update of status on classes
begin
  update class_therapists set active = new.status = 'scheduled' where class_id = new.id;
end;

-- A class takes place once in a therapist's calendar, however many patients it has. It lasts at most four hours and has
-- buffers of at most two hours, so that only a half day before can overlap it.
create trigger classes_never_overlap_when_made before insert on class_therapists when new.active = 1
begin
  select raise(abort, 'VISIT_OVERLAP')
  where exists (
    select 1 from visits
    where therapist_id = new.therapist_id
      and status in ('submitted', 'confirmed', 'pending')
      and class_id is null
      and start_at < new.to_at + 7200000
      and start_at > new.from_at - 50400000
      and start_at - buffer_before < new.to_at
      and end_at + buffer_after > new.from_at
  ) or exists (
    select 1 from class_therapists
    where therapist_id = new.therapist_id and active = 1
      and from_at < new.to_at and from_at > new.from_at - 43200000 and to_at > new.from_at
  );
end;
create trigger classes_never_overlap_when_changed
  before update of therapist_id, from_at, to_at, active on class_therapists when new.active = 1
begin
  select raise(abort, 'VISIT_OVERLAP')
  where exists (
    select 1 from visits
    where therapist_id = new.therapist_id
      and status in ('submitted', 'confirmed', 'pending')
      and class_id is null
      and start_at < new.to_at + 7200000
      and start_at > new.from_at - 50400000
      and start_at - buffer_before < new.to_at
      and end_at + buffer_after > new.from_at
  ) or exists (
    select 1 from class_therapists
    where therapist_id = new.therapist_id and active = 1 and class_id <> new.class_id
      and from_at < new.to_at and from_at > new.from_at - 43200000 and to_at > new.from_at
  );
end;
create trigger visits_never_overlap_classes_when_made before insert on visits
  when new.class_id is null and new.status in ('submitted', 'confirmed', 'pending')
begin
  select raise(abort, 'VISIT_OVERLAP')
  where exists (
    select 1 from class_therapists
    where therapist_id = new.therapist_id and active = 1
      and from_at < new.end_at + new.buffer_after
      and from_at > new.start_at - new.buffer_before - 43200000
      and to_at > new.start_at - new.buffer_before
  );
end;
create trigger visits_never_overlap_classes_when_changed
  before update of therapist_id, start_at, end_at, buffer_before, buffer_after, class_id, status on visits
  when new.class_id is null and new.status in ('submitted', 'confirmed', 'pending')
begin
  select raise(abort, 'VISIT_OVERLAP')
  where exists (
    select 1 from class_therapists
    where therapist_id = new.therapist_id and active = 1
      and from_at < new.end_at + new.buffer_after
      and from_at > new.start_at - new.buffer_before - 43200000
      and to_at > new.start_at - new.buffer_before
  );
end;

-- A seat has its class's time and first therapist, and no class has more patients than seats.
create trigger seats_fit_their_class_when_made before insert on visits
  when new.class_id is not null and new.status in ('submitted', 'confirmed', 'pending')
begin
  select raise(abort, 'CLASS_CHANGED') where not exists (
    select 1 from classes
    join class_therapists on class_therapists.class_id = classes.id and class_therapists.position = 0
    where classes.id = new.class_id and classes.status = 'scheduled'
      and classes.start_at = new.start_at and classes.end_at = new.end_at
      and class_therapists.therapist_id = new.therapist_id
  );
  select raise(abort, 'CLASS_FULL') where (
    select count(*) from visits where class_id = new.class_id and status in ('submitted', 'confirmed', 'pending')
  ) >= (select seats from classes where id = new.class_id);
end;
create trigger seats_fit_their_class_when_changed
  before update of therapist_id, start_at, end_at, class_id, status on visits
  when new.class_id is not null and new.status in ('submitted', 'confirmed', 'pending')
begin
  select raise(abort, 'CLASS_CHANGED') where not exists (
    select 1 from classes
    join class_therapists on class_therapists.class_id = classes.id and class_therapists.position = 0
    where classes.id = new.class_id and classes.status = 'scheduled'
      and classes.start_at = new.start_at and classes.end_at = new.end_at
      and class_therapists.therapist_id = new.therapist_id
  );
  select raise(abort, 'CLASS_FULL') where (
    select count(*) from visits
    where class_id = new.class_id and status in ('submitted', 'confirmed', 'pending') and id <> new.id
  ) >= (select seats from classes where id = new.class_id);
end;

-- A time under a class is no longer offered to patients.
create trigger times_of_classes_are_not_offered after insert on class_therapists when new.active = 1
begin
  delete from freed_times
  where therapist_id = new.therapist_id and start_at > new.from_at - 2700000 and start_at < new.to_at;
end;
create trigger times_of_moved_classes_are_not_offered
  after update of therapist_id, from_at, to_at, active on class_therapists when new.active = 1
begin
  delete from freed_times
  where therapist_id = new.therapist_id and start_at > new.from_at - 2700000 and start_at < new.to_at;
end;

-- Seats of one class may overlap one another, and the class itself is what occupies their therapist.
drop trigger visits_never_overlap_when_made;
create trigger visits_never_overlap_when_made before insert on visits
  when new.class_id is null and new.status in ('submitted', 'confirmed', 'pending')
begin
  select raise(abort, 'VISIT_OVERLAP')
  where exists (
    select 1 from visits
    where therapist_id = new.therapist_id
      and status in ('submitted', 'confirmed', 'pending')
      and class_id is null
      and start_at < new.end_at + new.buffer_after + 7200000
      and start_at > new.start_at - new.buffer_before - 50400000
      and start_at - buffer_before < new.end_at + new.buffer_after
      and end_at + buffer_after > new.start_at - new.buffer_before
  );
end;

drop trigger visits_never_overlap_when_changed;
create trigger visits_never_overlap_when_changed
  before update of therapist_id, start_at, end_at, status, buffer_before, buffer_after, class_id on visits
  when new.class_id is null and new.status in ('submitted', 'confirmed', 'pending')
begin
  select raise(abort, 'VISIT_OVERLAP')
  where exists (
    select 1 from visits
    where therapist_id = new.therapist_id
      and status in ('submitted', 'confirmed', 'pending')
      and class_id is null
      and id <> new.id
      and start_at < new.end_at + new.buffer_after + 7200000
      and start_at > new.start_at - new.buffer_before - 50400000
      and start_at - buffer_before < new.end_at + new.buffer_after
      and end_at + buffer_after > new.start_at - new.buffer_before
  );
end;

-- What takes a place's rooms: visits, and each class once, however many patients it has.
create view taken_rooms (place_id, start_at, end_at, visit_id, class_id) as
  select place_id, start_at, end_at, id, null from visits
  where place_id is not null and class_id is null and status in ('submitted', 'confirmed', 'pending')
  union all
  select place_id, start_at, end_at, null, id from classes
  where place_id is not null and status = 'scheduled';

-- A place is fullest when something begins there, so only those instants are counted.
drop trigger visits_never_exceed_rooms_when_made;
create trigger visits_never_exceed_rooms_when_made before insert on visits
  when new.place_id is not null and new.class_id is null and new.status in ('submitted', 'confirmed', 'pending')
begin
  select raise(abort, 'PLACE_FULL')
  where exists (
    select 1 from (
      select new.start_at as instant
      union all
      select start_at from taken_rooms
      where place_id = new.place_id and visit_id is not new.id
        and start_at > new.start_at and start_at < new.end_at)
    where (
      select count(*) from taken_rooms
      where place_id = new.place_id and visit_id is not new.id
        and start_at <= instant and start_at > instant - 43200000 and end_at > instant)
      >= (select rooms from places where id = new.place_id));
end;
drop trigger visits_never_exceed_rooms_when_changed;
create trigger visits_never_exceed_rooms_when_changed 
  before update of place_id, start_at, end_at, class_id, status on visits
  when new.place_id is not null and new.class_id is null and new.status in ('submitted', 'confirmed', 'pending')
    and ((old.place_id, old.start_at, old.end_at, old.class_id)
        is not (new.place_id, new.start_at, new.end_at, new.class_id)
      or old.status not in ('submitted', 'confirmed', 'pending'))
begin
  select raise(abort, 'PLACE_FULL')
  where exists (
    select 1 from (
      select new.start_at as instant
      union all
      select start_at from taken_rooms
      where place_id = new.place_id and visit_id is not new.id
        and start_at > new.start_at and start_at < new.end_at)
    where (
      select count(*) from taken_rooms
      where place_id = new.place_id and visit_id is not new.id
        and start_at <= instant and start_at > instant - 43200000 and end_at > instant)
      >= (select rooms from places where id = new.place_id));
end;
create trigger classes_fit_their_place before insert on classes
  when new.place_id is not null and new.status = 'scheduled'
begin
  select raise(abort, 'PLACE_FULL')
  where exists (
    select 1 from (
      select new.start_at as instant
      union all
      select start_at from taken_rooms
      where place_id = new.place_id and class_id is not new.id
        and start_at > new.start_at and start_at < new.end_at)
    where (
      select count(*) from taken_rooms
      where place_id = new.place_id and class_id is not new.id
        and start_at <= instant and start_at > instant - 43200000 and end_at > instant)
      >= (select rooms from places where id = new.place_id));
end;
create trigger classes_fit_their_place_when_changed 
  before update of place_id, start_at, end_at, status on classes
  when new.place_id is not null and new.status = 'scheduled'
begin
  select raise(abort, 'PLACE_FULL')
  where exists (
    select 1 from (
      select new.start_at as instant
      union all
      select start_at from taken_rooms
      where place_id = new.place_id and class_id is not new.id
        and start_at > new.start_at and start_at < new.end_at)
    where (
      select count(*) from taken_rooms
      where place_id = new.place_id and class_id is not new.id
        and start_at <= instant and start_at > instant - 43200000 and end_at > instant)
      >= (select rooms from places where id = new.place_id));
end;

-- A class counts once toward the daily capacity.
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
    and not exists (
      select 1 from class_therapists
      where class_therapists.therapist_id = slots.therapist_id and class_therapists.active = 1
        and class_therapists.from_at < slots.start_at + kind.length + kind.buffer_after
        and class_therapists.from_at > slots.start_at - kind.buffer_before - 43200000
        and class_therapists.to_at > slots.start_at - kind.buffer_before)
    and therapists.daily_capacity > (
      select count(*) from visits
      where visits.therapist_id = slots.therapist_id and visits.status in ('submitted', 'confirmed', 'pending')
        and visits.local_date = slots.local_date and visits.class_id is null)
      + (
      select count(*) from class_therapists
      where class_therapists.therapist_id = slots.therapist_id and class_therapists.active = 1
        and class_therapists.local_date = slots.local_date)
    and not exists (
      select 1 from busy_times
      where busy_times.therapist_id = slots.therapist_id
        and busy_times.start_at < slots.start_at + kind.length + kind.buffer_after
        and busy_times.start_at > slots.start_at - kind.buffer_before - 43200000
        and busy_times.end_at > slots.start_at - kind.buffer_before);

create trigger open_slots_of_new_class after insert on class_therapists
begin
  insert into refreshed_open_slots values (new.therapist_id, new.local_date, new.from_at, new.to_at);
end;
create trigger open_slots_of_changed_class after update on class_therapists
begin
  insert into refreshed_open_slots values (old.therapist_id, old.local_date, old.from_at, old.to_at);
  insert into refreshed_open_slots values (new.therapist_id, new.local_date, new.from_at, new.to_at);
end;
create trigger open_slots_of_removed_class after delete on class_therapists
begin
  insert into refreshed_open_slots values (old.therapist_id, old.local_date, old.from_at, old.to_at);
end;
