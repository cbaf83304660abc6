-- For several instances of the program on one database server.

-- A transaction leaves its mark here, so that one whose answer was lost can be asked after.
create table commit_marks (
  id text primary key,
  made_at integer not null
) strict, without rowid;
create index commit_marks_made on commit_marks (made_at);

-- Who does the work that one alone may do, and until when unless it says so again.
create table leases (
  name text primary key,
  owner text not null,
  until integer not null
) strict, without rowid;
