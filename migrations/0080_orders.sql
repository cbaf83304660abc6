-- Staff close an order that needs no visit anymore: when, who, and why. The order system can't reopen it.
alter table orders add column staff_closed_at integer;
alter table orders add column staff_closed_by integer references users (id);
alter table orders add column close_reason text
  check (close_reason in ('died', 'moved_away', 'not_needed', 'other_supplier', 'duplicate_order', 'other'));
