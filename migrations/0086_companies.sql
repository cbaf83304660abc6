-- What patients see of their company, the doctor who referred them, and where they will be during the visit.
alter table companies add column cost_en text;
alter table companies add column cost_es text;
-- 1 if patients see therapists' states and can filter by them.
alter table companies add column shows_regions integer not null default 1 check (shows_regions in (0, 1));

-- The file is Base64, so that a company's export can hold it.
create table company_logos (
  company_id integer primary key references companies (id),
  hash text not null unique,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  width integer not null,
  height integer not null,
  file text not null
) strict;

alter table orders add column referrer text;
-- The zone where the patient will be, and the other zone they were asked about. Null until they choose.
alter table orders add column visit_zone text;
alter table orders add column other_zone text;
