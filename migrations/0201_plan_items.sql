-- A company's plan of the first 90 nights. A company without items has no plan.
create table plan_items (
  id integer primary key,
  company_id integer not null references companies (id) on delete cascade,
  -- The number of days after the setup visit.
  day integer not null check (day between 1 and 120),
  type text not null check (type in ('check_in', 'call', 'visit', 'note')),
  -- The kind of visit to book. Null for the re-evaluation, and for other types.
  kind_id integer references visit_kinds (id) on delete set null,
  check (kind_id is null or type = 'visit'),
  unique (company_id, day, type)
) strict;
create index plan_items_by_kind on plan_items (kind_id) where kind_id is not null;
