-- The columns that an admin last chose for files with these column names.
create table import_mappings (
  -- A hash of the sorted column names.
  header_key text primary key,
  -- The name of the column for each field, in JSON.
  columns text not null,
  saved_at integer not null
) strict, without rowid;
