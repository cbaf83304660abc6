-- The e-mail that goes in place of a text once its number turns out to have said STOP, where the text
-- alone was sent at first. It rests sealed, as the text does.
create table outbox_instead (
  outbox_id integer primary key references outbox (id) on delete cascade,
  recipient text not null,
  subject text not null,
  body_sealed text not null
) strict;
