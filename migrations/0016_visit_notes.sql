-- What staff noted for the visit when they made it: parking, a language, who opens the door.
alter table visits add column note text;
