-- Staff can snooze a conversation until a day and choose the company that texts an unknown number.
alter table threads add column snoozed_until integer;
alter table threads add column company_id integer references companies (id);

-- All Chats counts the conversations whose last message is the patient's, also those that are done or snoozed.
alter table thread_changes add column inbound integer not null default 0;
update thread_changes set inbound = (select count(*) from threads where last_dir = 'in');

drop index threads_unread;
create index threads_unread on threads (coalesce(last_msg_at, created_at) desc, id desc)
  where last_dir = 'in' and done_at is null and snoozed_until is null;
create index threads_snoozed on threads (snoozed_until) where snoozed_until is not null;

drop trigger threads_version_when_made;
create trigger threads_version_when_made after insert on threads
begin
  update thread_changes set version = version + 1,
    unread = unread + (new.last_dir is 'in' and new.done_at is null and new.snoozed_until is null),
    inbound = inbound + (new.last_dir is 'in'),
    patients = patients + (new.patient_id is not null or new.patient_name is not null),
    starred = starred + (new.star_color is not null);
  update threads set version = (select version from thread_changes) where id = new.id;
end;

drop trigger threads_version_when_changed;
create trigger threads_version_when_changed
  after update of phone, patient_id, patient_name, brightree_db, sms_consent, consented_at,
    last_body, last_dir, last_msg_at, star_color, assignee_user_id, notes, hold, done_at, snoozed_until on threads
begin
  update thread_changes set version = version + 1,
    unread = unread + (new.last_dir is 'in' and new.done_at is null and new.snoozed_until is null)
      - (old.last_dir is 'in' and old.done_at is null and old.snoozed_until is null),
    inbound = inbound + (new.last_dir is 'in') - (old.last_dir is 'in'),
    patients = patients + (new.patient_id is not null or new.patient_name is not null)
      - (old.patient_id is not null or old.patient_name is not null),
    starred = starred + (new.star_color is not null) - (old.star_color is not null);
  update threads set version = (select version from thread_changes) where id = new.id;
end;

drop trigger threads_version_when_deleted;
create trigger threads_version_when_deleted after delete on threads
begin
  update thread_changes set version = version + 1,
    unread = unread - (old.last_dir is 'in' and old.done_at is null and old.snoozed_until is null),
    inbound = inbound - (old.last_dir is 'in'),
    patients = patients - (old.patient_id is not null or old.patient_name is not null),
    starred = starred - (old.star_color is not null);
end;

-- The report of response times reads the messages that staff wrote in a period.
create index messages_by_staff on messages (created_at, id) where author_user_id is not null;
