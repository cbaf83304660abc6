-- While these are set, a calendar's busy times are being replaced. The therapist's open slots in this period are then
-- refreshed once at the end, because refreshing them for each of 50,000 busy times takes seconds.
alter table calendars add column replacing_from integer;
alter table calendars add column replacing_to integer;

drop trigger open_slots_of_new_busy_time;
create trigger open_slots_of_new_busy_time after insert on busy_times
  when not exists (select 1 from calendars where id = new.calendar_id and replacing_from is not null)
begin
  insert into refreshed_open_slots values (new.therapist_id, null, new.start_at, new.end_at);
end;
drop trigger open_slots_of_changed_busy_time;
create trigger open_slots_of_changed_busy_time after update on busy_times
  when not exists (select 1 from calendars where id = new.calendar_id and replacing_from is not null)
begin
  insert into refreshed_open_slots values (old.therapist_id, null, old.start_at, old.end_at);
  insert into refreshed_open_slots values (new.therapist_id, null, new.start_at, new.end_at);
end;
drop trigger open_slots_of_removed_busy_time;
create trigger open_slots_of_removed_busy_time after delete on busy_times
  when not exists (select 1 from calendars where id = old.calendar_id and replacing_from is not null)
begin
  insert into refreshed_open_slots values (old.therapist_id, null, old.start_at, old.end_at);
end;
create trigger open_slots_of_replaced_busy_times after update of replacing_from on calendars
  when old.replacing_from is not null and new.replacing_from is null
begin
  insert into refreshed_open_slots values (new.therapist_id, null, old.replacing_from, old.replacing_to);
end;

-- Feeds and calendars end with the account or the role. Earlier versions kept them.
delete from calendar_feeds where therapist_id not in (
  select therapists.id from therapists join user_roles on user_roles.user_id = therapists.user_id
  where user_roles.role = 'therapist');
delete from calendars where therapist_id not in (
  select therapists.id from therapists join user_roles on user_roles.user_id = therapists.user_id
  where user_roles.role = 'therapist');
