-- What makes conversations quick to list, to search and to follow.

-- The folders, each in the order of its threads' last sign of life.
drop index threads_by_last;
create index threads_by_activity on threads (coalesce(last_msg_at, created_at) desc, id desc);
create index threads_of_patients on threads (coalesce(last_msg_at, created_at) desc, id desc)
  where patient_id is not null or patient_name is not null;
create index threads_starred on threads (coalesce(last_msg_at, created_at) desc, id desc)
  where star_color is not null;
create index threads_assigned on threads
  (assignee_user_id, coalesce(last_msg_at, created_at) desc, id desc)
  where assignee_user_id is not null;
create index threads_unread on threads (coalesce(last_msg_at, created_at) desc, id desc)
  where last_dir = 'in';
create index threads_waiting on threads (coalesce(last_msg_at, created_at) desc, id desc)
  where sms_consent = 0;

-- Search by patient: the id and date of birth stand in the orders.
create index threads_by_patient on threads (patient_id) where patient_id is not null;
create index orders_by_dob on orders (dob) where dob is not null;

-- Every change of a conversation takes the next number, so that one who polls learns from a single
-- look-up that nothing changed, and one who was away asks for what is newer than the last number seen.
-- Beside it stand the counts of the folders, which would otherwise be counted at every look.
create table thread_changes (
  only integer primary key check (only = 1),
  version integer not null,
  unread integer not null,
  patients integer not null,
  starred integer not null
) strict;
insert into thread_changes values (1, 0, 0, 0, 0);
alter table threads add column version integer not null default 0;
create index threads_by_version on threads (version);

create trigger threads_version_when_made after insert on threads
begin
  update thread_changes set version = version + 1,
    unread = unread + (new.last_dir is 'in'),
    patients = patients + (new.patient_id is not null or new.patient_name is not null),
    starred = starred + (new.star_color is not null);
  update threads set version = (select version from thread_changes) where id = new.id;
end;
create trigger threads_version_when_changed
  after update of phone, patient_id, patient_name, brightree_db, sms_consent, consented_at,
    last_body, last_dir, last_msg_at, star_color, assignee_user_id, notes on threads
begin
  update thread_changes set version = version + 1,
    unread = unread + (new.last_dir is 'in') - (old.last_dir is 'in'),
    patients = patients + (new.patient_id is not null or new.patient_name is not null)
      - (old.patient_id is not null or old.patient_name is not null),
    starred = starred + (new.star_color is not null) - (old.star_color is not null);
  update threads set version = (select version from thread_changes) where id = new.id;
end;
create trigger threads_version_when_deleted after delete on threads
begin
  update thread_changes set version = version + 1,
    unread = unread - (old.last_dir is 'in'),
    patients = patients - (old.patient_id is not null or old.patient_name is not null),
    starred = starred - (old.star_color is not null);
end;
create trigger threads_version_when_written after insert on messages
begin
  update thread_changes set version = version + 1;
  update threads set version = (select version from thread_changes) where id = new.thread_id;
end;
create trigger threads_version_when_delivered after update on messages
begin
  update thread_changes set version = version + 1;
  update threads set version = (select version from thread_changes) where id = new.thread_id;
end;
create trigger threads_version_when_tagged after insert on thread_tags
begin
  update thread_changes set version = version + 1;
  update threads set version = (select version from thread_changes) where id = new.thread_id;
end;
create trigger threads_version_when_untagged after delete on thread_tags
begin
  update thread_changes set version = version + 1;
  update threads set version = (select version from thread_changes) where id = old.thread_id;
end;
create trigger threads_version_when_consented after insert on consents
begin
  update thread_changes set version = version + 1;
  update threads set version = (select version from thread_changes) where phone = new.phone;
end;

-- Names and phones by any part of three characters or more, names by their beginnings besides, and
-- messages by their words.
create virtual table threads_fts using fts5 (
  patient_name, phone,
  content = 'threads', content_rowid = 'id', tokenize = 'trigram remove_diacritics 1'
);
create trigger threads_fts_insert after insert on threads
begin
  insert into threads_fts (rowid, patient_name, phone) values (new.id, new.patient_name, new.phone);
end;
create trigger threads_fts_update after update of patient_name, phone on threads
begin
  insert into threads_fts (threads_fts, rowid, patient_name, phone) values ('delete', old.id, old.patient_name, old.phone);
  insert into threads_fts (rowid, patient_name, phone) values (new.id, new.patient_name, new.phone);
end;
create trigger threads_fts_delete after delete on threads
begin
  insert into threads_fts (threads_fts, rowid, patient_name, phone) values ('delete', old.id, old.patient_name, old.phone);
end;

create virtual table names_fts using fts5 (
  patient_name,
  content = 'threads', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2'
);
create trigger names_fts_insert after insert on threads
begin
  insert into names_fts (rowid, patient_name) values (new.id, new.patient_name);
end;
create trigger names_fts_update after update of patient_name on threads
begin
  insert into names_fts (names_fts, rowid, patient_name) values ('delete', old.id, old.patient_name);
  insert into names_fts (rowid, patient_name) values (new.id, new.patient_name);
end;
create trigger names_fts_delete after delete on threads
begin
  insert into names_fts (names_fts, rowid, patient_name) values ('delete', old.id, old.patient_name);
end;

create virtual table messages_fts using fts5 (
  body,
  content = 'messages', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);
create trigger messages_fts_insert after insert on messages
begin
  insert into messages_fts (rowid, body) values (new.id, new.body);
end;
create trigger messages_fts_update after update of body on messages
begin
  insert into messages_fts (messages_fts, rowid, body) values ('delete', old.id, old.body);
  insert into messages_fts (rowid, body) values (new.id, new.body);
end;
create trigger messages_fts_delete after delete on messages
begin
  insert into messages_fts (messages_fts, rowid, body) values ('delete', old.id, old.body);
end;
