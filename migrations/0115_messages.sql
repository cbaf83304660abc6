-- Lets the reports count received texts by week.
create index messages_received on messages (created_at, thread_id) where direction = 'in';
