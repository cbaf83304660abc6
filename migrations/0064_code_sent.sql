-- When an access code was last sent; null if it was sent only when it was made.
alter table access_codes add column sent_at integer;
