-- When patients can call, and which edit of a company is the newest (part 4, section A).
alter table companies add column support_hours text;
alter table companies add column version integer not null default 1;
