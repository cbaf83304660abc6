-- When a key was last shown, to the minute: one that nobody uses any more can be revoked.
alter table integration_keys add column last_used_at integer;
