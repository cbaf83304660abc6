-- Who types a reply in a conversation at the moment, so that two people don't answer at once. Each report of typing
-- tells the open pages.
create table repliers (
  thread_id integer not null references threads (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  until integer not null,
  primary key (thread_id, user_id)
) strict, without rowid;
create index repliers_by_user on repliers (user_id);
create trigger threads_version_when_replying after insert on repliers
begin
  update thread_changes set version = version + 1;
  update threads set version = (select version from thread_changes) where id = new.thread_id;
end;
create trigger threads_version_while_replying after update on repliers
begin
  update thread_changes set version = version + 1;
  update threads set version = (select version from thread_changes) where id = new.thread_id;
end;
