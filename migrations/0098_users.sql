-- When an admin hid the set-up checklist on their start page.
alter table users add column setup_hidden_at integer;
