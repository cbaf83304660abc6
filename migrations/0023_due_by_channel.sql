-- Texts and e-mails are claimed each for itself: neither is to look through what is due of the other.
drop index outbox_due;
create index outbox_due on outbox (channel, behind, iif(status = 'sending', lease_until, not_before), id)
  where status in ('queued', 'sending');
