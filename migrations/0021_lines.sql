-- What waits for one recipient stands in a line: its first is tried until it leaves, and the others are behind
-- it, where nobody looks for something to send. The line goes by when each may go, then by when it was written.
-- What somebody asked for this moment stands in no line.
alter table outbox add column in_line integer not null default 1 check (in_line in (0, 1));
alter table outbox add column behind integer not null default 0 check (behind in (0, 1));

update outbox set in_line = 0
where status not in ('sent', 'delivered', 'dropped')
  and kind in ('access-code', 'sign-in-code', 'invitation', 'password-reset', 'help');
update outbox set behind = 1 where id in (
  select id from (
    select id, row_number() over (
      partition by channel, recipient order by status = 'sending' desc, attempts > 0 desc, not_before, id
    ) as place
    from outbox where status in ('queued', 'sending') and in_line = 1
  ) where place > 1
);

drop index outbox_in_turn;
create index outbox_line on outbox (channel, recipient, behind, not_before, id)
  where status in ('queued', 'sending') and in_line = 1;
drop index outbox_due;
create index outbox_due on outbox (behind, iif(status = 'sending', lease_until, not_before), id)
  where status in ('queued', 'sending');

-- Whoever joins stands behind the first, unless that one was never tried and may only go later. The index's
-- own words stand in each condition, or SQLite would not use it.
create trigger outbox_line_insert after insert on outbox
when new.in_line and new.status in ('queued', 'sending')
begin
  update outbox set behind = 1
  where channel = new.channel and recipient = new.recipient and behind = 0 and in_line = 1
    and status in ('queued', 'sending') and status <> 'sending' and attempts = 0
    and not_before > new.not_before;
  update outbox set behind = exists (
    select 1 from outbox
    where channel = new.channel and recipient = new.recipient and behind = 0 and in_line = 1
      and status in ('queued', 'sending') and id <> new.id
  ) where id = new.id;
end;
create trigger outbox_line_join after update of status on outbox
when new.in_line and new.status in ('queued', 'sending') and old.status not in ('queued', 'sending')
begin
  update outbox set behind = 1
  where channel = new.channel and recipient = new.recipient and behind = 0 and in_line = 1
    and status in ('queued', 'sending') and status <> 'sending' and attempts = 0
    and not_before > new.not_before;
  update outbox set behind = exists (
    select 1 from outbox
    where channel = new.channel and recipient = new.recipient and behind = 0 and in_line = 1
      and status in ('queued', 'sending') and id <> new.id
  ) where id = new.id;
end;

-- Once the first leaves, the next one is it.
create trigger outbox_line_leave after update of status on outbox
when old.in_line and not old.behind
  and old.status in ('queued', 'sending') and new.status not in ('queued', 'sending')
begin
  update outbox set behind = 0 where id = (
    select id from outbox
    where channel = old.channel and recipient = old.recipient and behind = 1 and in_line = 1
      and status in ('queued', 'sending')
    order by not_before, id limit 1
  );
end;
create trigger outbox_line_delete after delete on outbox
when old.in_line and not old.behind and old.status in ('queued', 'sending')
begin
  update outbox set behind = 0 where id = (
    select id from outbox
    where channel = old.channel and recipient = old.recipient and behind = 1 and in_line = 1
      and status in ('queued', 'sending')
    order by not_before, id limit 1
  );
end;

-- One whose time is set anew, as by Send now, may be the first then, or not any more.
create trigger outbox_line_time after update of not_before on outbox
when new.in_line and old.status = 'queued' and new.status = 'queued' and new.attempts = 0
begin
  update outbox set behind = 1
  where channel = new.channel and recipient = new.recipient and behind = 0 and in_line = 1
    and status in ('queued', 'sending') and status <> 'sending' and attempts = 0;
  update outbox set behind = 0 where id = (
    select id from outbox
    where channel = new.channel and recipient = new.recipient and behind = 1 and in_line = 1
      and status in ('queued', 'sending')
    order by not_before, id limit 1
  ) and not exists (
    select 1 from outbox
    where channel = new.channel and recipient = new.recipient and behind = 0 and in_line = 1
      and status in ('queued', 'sending')
  );
end;
