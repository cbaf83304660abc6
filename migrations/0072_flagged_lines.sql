-- Lines that are imported without a value that can't be read.
alter table imports add column flagged_lines integer not null default 0;
