-- The dashboard of one database counts its unanswered conversations and finds the oldest.
create index threads_unread_by_database on threads (brightree_db, coalesce(last_msg_at, created_at))
  where last_dir = 'in' and done_at is null and snoozed_until is null;
