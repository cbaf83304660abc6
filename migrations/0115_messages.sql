-- The reports count received texts by week, and look up the text before and the answers after each without its body.
create index messages_received on messages (created_at, thread_id) where direction = 'in';
drop index messages_by_thread;
create index messages_by_thread on messages (thread_id, id, direction, author_user_id, created_at);
