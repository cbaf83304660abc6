-- Automated texts wait while staff decide about a number (part 4, section C).
alter table threads add column hold text check (hold in ('possible_opt_out', 'wrong_number'));
alter table threads add column held_at integer;
create index threads_on_hold on threads (held_at, id) where hold is not null;

drop trigger threads_version_when_changed;
create trigger threads_version_when_changed
  after update of phone, patient_id, patient_name, brightree_db, sms_consent, consented_at,
    last_body, last_dir, last_msg_at, star_color, assignee_user_id, notes, hold on threads
begin
  update thread_changes set version = version + 1,
    unread = unread + (new.last_dir is 'in') - (old.last_dir is 'in'),
    patients = patients + (new.patient_id is not null or new.patient_name is not null)
      - (old.patient_id is not null or old.patient_name is not null),
    starred = starred + (new.star_color is not null) - (old.star_color is not null);
  update threads set version = (select version from thread_changes) where id = new.id;
end;

-- The log of consent also takes the patient's own switch, how a patient reached staff, and which version of a
-- wording was shown. Versions follow the order of first use.
create table consents_new (
  id integer primary key,
  phone text not null,
  given integer not null check (given in (0, 1)),
  source text not null check (source in ('booking', 'keyword', 'import', 'staff', 'provider', 'switch')),
  wording text,
  created_at integer not null,
  user_id integer references users (id) on delete set null,
  address text,
  message_id integer references messages (id),
  channel text check (channel in ('phone', 'email', 'letter', 'in_person')),
  note text,
  wording_version integer
) strict;
insert into consents_new
with wordings as (
  select wording, row_number() over (order by min(id)) as version from consents
  where source = 'booking' and wording is not null group by wording
)
select id, phone, given, source, consents.wording, created_at, user_id, address, message_id, null, null,
  wordings.version
from consents left join wordings on consents.source = 'booking' and wordings.wording = consents.wording;
drop table consents;
alter table consents_new rename to consents;
create index consents_by_phone on consents (phone, id);
create index consents_by_message on consents (message_id) where message_id is not null;
create index consents_by_user on consents (user_id) where user_id is not null;
create index consents_by_wording on consents (wording_version, id) where wording_version is not null;
create trigger threads_version_when_consented after insert on consents
begin
  update thread_changes set version = version + 1;
  update threads set version = (select version from thread_changes) where phone = new.phone;
end;

-- Patients may book without agreeing to texts, and choose how they get updates.
alter table companies add column sms_optional integer not null default 0 check (sms_optional in (0, 1));
alter table orders add column updates text check (updates in ('text', 'email', 'phone'));
