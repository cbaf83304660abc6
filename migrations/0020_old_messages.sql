-- Messages that are too old go away, and each asks for the consents that point to it.
create index consents_by_message on consents (message_id) where message_id is not null;
