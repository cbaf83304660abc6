-- The report of response times reads the messages that staff wrote in a period.
create index messages_by_author on messages (created_at, author_user_id, thread_id)
  where author_user_id is not null;
