-- Where visits take place when they aren't by video or at the patient's home.
create table places (
  id integer primary key,
  company_id integer not null references companies (id) on delete cascade,
  name text not null,
  address text not null,
  timezone text not null,
  phone text,
  directions text,
  directions_es text,
  latitude real check (latitude between -90 and 90),
  longitude real check (longitude between -180 and 180),
  -- How many visits it holds at a time.
  rooms integer not null default 1 check (rooms between 1 and 99),
  active integer not null default 1 check (active in (0, 1)),
  version integer not null default 1,
  unique (company_id, name)
) strict;

-- Kinds of visits. Lengths and buffers are milliseconds.
create table visit_kinds (
  id integer primary key,
  company_id integer not null references companies (id) on delete cascade,
  name text not null,
  name_es text not null,
  mode text not null check (mode in ('video', 'phone', 'branch', 'home', 'class')),
  length integer not null default 2700000 check (length between 300000 and 14400000 and length % 300000 = 0),
  buffer_before integer not null default 0 check (buffer_before between 0 and 7200000),
  buffer_after integer not null default 0 check (buffer_after between 0 and 7200000),
  seats integer not null default 1 check (case mode when 'class' then seats between 2 and 50 else seats = 1 end),
  place_id integer references places (id),
  booked_by text not null default 'everyone' check (booked_by in ('everyone', 'staff')),
  ready text,
  ready_es text,
  link_template text,
  -- 1 if the equipment is handed over at the visit, which then never waits for a delivery.
  hands_over_equipment integer not null default 0 check (hands_over_equipment in (0, 1)),
  -- Counts the changes to `visit_kind_therapists`.
  therapists_version integer not null default 0,
  is_default integer not null default 0 check (is_default in (0, 1)),
  active integer not null default 1 check (active in (0, 1)),
  version integer not null default 1,
  unique (company_id, name),
  check (mode <> 'branch' or place_id is not null),
  check (mode in ('branch', 'class') or place_id is null),
  check (is_default = 0 or active = 1),
  check (hands_over_equipment = 0 or mode in ('branch', 'class'))
) strict;
create unique index visit_kinds_default on visit_kinds (company_id) where is_default = 1;
create index visit_kinds_by_place on visit_kinds (place_id) where place_id is not null;

-- The therapists who may lead a kind. Without rows, every therapist of the company.
create table visit_kind_therapists (
  kind_id integer not null references visit_kinds (id) on delete cascade,
  therapist_id integer not null references therapists (id) on delete cascade,
  primary key (kind_id, therapist_id)
) strict, without rowid;
create index visit_kind_therapists_by_therapist on visit_kind_therapists (therapist_id);

insert into visit_kinds (company_id, name, name_es, mode, is_default)
select id, 'Setup by video', 'Configuración por video', 'video', 1 from companies;

create trigger companies_begin_with_a_kind after insert on companies
begin
  insert into visit_kinds (company_id, name, name_es, mode, is_default)
  values (new.id, 'Setup by video', 'Configuración por video', 'video', 1);
end;

alter table visits add column kind_id integer references visit_kinds (id);
alter table visits add column place_id integer references places (id);
alter table visits add column buffer_before integer not null default 0;
alter table visits add column buffer_after integer not null default 0;
create index visits_by_kind on visits (kind_id, start_at) where kind_id is not null;
