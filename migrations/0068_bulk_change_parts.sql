-- A bulk change continues automatically for a few minutes after the user last started or continued it.
alter table bulk_changes add column continued_at integer;

-- changed_version: the visit after the change. undo_waits: the user asked to undo the change, and this visit is next.
alter table bulk_change_visits add column changed_version integer;
alter table bulk_change_visits add column undo_waits integer not null default 0 check (undo_waits in (0, 1));
create index bulk_change_visits_unfinished on bulk_change_visits (change_id) where outcome is null or undo_waits = 1;

-- Without a version, nobody can tell if the visit has changed since it was selected.
update bulk_change_visits
set outcome = 'refused', message = 'This change was interrupted. Review this visit and try again.'
where outcome is null and version is null;
