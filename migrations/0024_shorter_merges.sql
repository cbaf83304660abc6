-- While rows go in, an index of words merges its own pieces, 64 pages at a time, and nobody else is served
-- meanwhile. Pages of a quarter of the size make it four times as many pauses, each a quarter as long.
insert into orders_fts (orders_fts, rank) values ('pgsz', 1000);
insert into messages_fts (messages_fts, rank) values ('pgsz', 1000);
insert into threads_fts (threads_fts, rank) values ('pgsz', 1000);
insert into names_fts (names_fts, rank) values ('pgsz', 1000);
