-- Users belong to no company, so one who is added during a move may be missing in the file that is exported.
create trigger frozen_company_users_made before insert on users
when exists (select 1 from companies where moving_at is not null and moved_to is null)
begin
  select raise(abort, 'COMPANY_FROZEN');
end;
