-- What each night counts for, so that lists of all followed patients read one row per patient instead of all nights.
-- One letter per night from `uses_from` on: a, b, c for 0 minutes, less than 4 hours, and 4 hours or more by a device;
-- d, e, f for the same by staff; a period for a night without a value.
alter table first_nights add column uses_from text;
alter table first_nights add column uses text not null default '';

-- What `uses` must contain. `recordedNights` in TypeScript has the same rules.
create view night_uses as
select order_id, night,
  case
    when device is not null then iif(device = 0, 'a', iif(device < 240, 'b', 'c'))
    else iif(staff = 0, 'd', iif(staff < 240, 'e', 'f'))
  end as use
from (
  select order_id, night,
    max(iif(source = 'staff', minutes, null)) as staff,
    max(iif(source = 'device' or source = 'file' and not exists (
      select 1 from nights as program where program.order_id = nights.order_id and program.night = nights.night
        and program.source = 'device' and program.device = nights.device
    ), minutes, null)) as device
  from nights group by order_id, night
);

create trigger nights_uses_added after insert on nights
begin
  update first_nights
  set uses = iif(uses_from is null, '',
      printf('%.*c', cast(julianday(uses_from) - julianday(new.night) as integer), '.') || uses),
    uses_from = new.night
  where order_id = new.order_id and (uses_from is null or uses_from > new.night);
  update first_nights
  set uses = substr(
      uses || printf('%.*c', 1 + cast(julianday(new.night) - julianday(uses_from) as integer), '.'),
      1, cast(julianday(new.night) - julianday(uses_from) as integer)
    )
    || (select use from night_uses where order_id = new.order_id and night = new.night)
    || substr(uses, cast(julianday(new.night) - julianday(uses_from) as integer) + 2)
  where order_id = new.order_id;
end;

create trigger nights_uses_changed after update of minutes on nights
begin
  update first_nights
  set uses = substr(uses, 1, cast(julianday(new.night) - julianday(uses_from) as integer))
    || (select use from night_uses where order_id = new.order_id and night = new.night)
    || substr(uses, cast(julianday(new.night) - julianday(uses_from) as integer) + 2)
  where order_id = new.order_id;
end;

create trigger nights_uses_removed after delete on nights
begin
  update first_nights
  set uses = substr(uses, 1, cast(julianday(old.night) - julianday(uses_from) as integer))
    || coalesce((select use from night_uses where order_id = old.order_id and night = old.night), '.')
    || substr(uses, cast(julianday(old.night) - julianday(uses_from) as integer) + 2)
  where order_id = old.order_id;
end;

update first_nights set (uses_from, uses) = (
  with recursive
    own (night, use) as materialized (
      select night, use from night_uses where night_uses.order_id = first_nights.order_id
    ),
    dates (night) as (
      select min(night) from own
      union all
      select date(night, '+1 day') from dates where night < (select max(night) from own)
    )
  select min(night), coalesce(group_concat(use, ''), '')
  from (
    select dates.night, coalesce(own.use, '.') as use
    from dates left join own on own.night = dates.night where dates.night is not null order by dates.night
  )
);
