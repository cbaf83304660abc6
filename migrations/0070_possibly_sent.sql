-- After a restore or the move of a company, these messages may have been sent already. Staff decide about each.
alter table outbox add column possibly_sent integer not null default 0 check (possibly_sent in (0, 1));
create index outbox_possibly_sent on outbox (id) where possibly_sent = 1;
