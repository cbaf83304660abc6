-- In the Unanswered list, Send opens the next conversation, unless the user turned this off.
alter table users add column send_opens_next integer not null default 1;
