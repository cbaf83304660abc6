-- Each company has its own columns, because its files may have the same column names as another company's.
create table import_mappings_new (
  company_id integer not null references companies (id) on delete cascade,
  -- A hash of the sorted column names.
  header_key text not null,
  -- The name of the column for each field, in JSON.
  columns text not null,
  saved_at integer not null,
  primary key (header_key, company_id)
) strict, without rowid;

-- A choice without one database for all orders may be of any company.
insert into import_mappings_new (company_id, header_key, columns, saved_at)
select companies.id, header_key, columns, saved_at
from import_mappings cross join companies
where import_mappings.columns ->> '$.database' is null
  or companies.id in (select company_id from databases where name = import_mappings.columns ->> '$.database');

drop table import_mappings;
alter table import_mappings_new rename to import_mappings;

create index import_mappings_by_company on import_mappings (company_id);
