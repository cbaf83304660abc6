-- A JSON list of the kinds of visits that the slot was for, so that an undo restores it. Null means all.
alter table slots_removed add column kinds text;
