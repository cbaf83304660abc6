-- The database that an import lacks has its own column, so that it isn't read from the wording of the problem.
alter table import_problems add column missing_database text;
update import_problems set missing_database = substr(error, 11, length(error) - 22)
where field = 'brightree_db' and error like 'Database "%" not found.';
