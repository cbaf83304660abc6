-- The identity of this installation. A standby that takes over counts up, so that the server before it stops.
create table installation (
  id integer primary key check (id = 1),
  name text not null,
  takeovers integer not null default 0
) strict;
insert into installation (id, name) values (1, lower(hex(randomblob(16))));
