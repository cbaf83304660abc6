-- A user's new email address or phone number is also the linked therapist profile's.
create trigger therapists_follow_their_user after update of email, phone on users
when new.email is not old.email or new.phone is not old.phone
begin
  update therapists set
    email = case when new.email is not old.email then new.email else email end,
    phone = case when new.phone is not old.phone then new.phone else phone end,
    version = version + 1
  where user_id = new.id;
end;

-- 1 until the invitations of the upcoming visits are sent to the therapist's new email address.
alter table therapists add column invite_again integer not null default 0;

create trigger therapists_invite_again after update of email on therapists
when new.email is not old.email
begin
  update therapists set invite_again = 1 where id = new.id;
end;
