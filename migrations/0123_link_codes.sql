-- When the patient last opened the link. `opened_at` is the first time.
alter table link_codes add column last_opened_at integer;
update link_codes set last_opened_at = opened_at where opened_at is not null;
