-- The report of response times reads the messages that staff wrote in a period.
create index messages_by_staff on messages (created_at, id) where author_user_id is not null;
