-- A therapist added to a company that is moving would stay behind: the file with its data may exist already.
create trigger frozen_company_therapists_made before insert on therapists
when exists (select 1 from companies where id = new.company_id and moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN');
end;

create trigger frozen_company_therapists_joined before update of company_id on therapists
when exists (select 1 from companies where id = new.company_id and moving_at is not null)
begin
  select raise(abort, 'COMPANY_FROZEN');
end;
