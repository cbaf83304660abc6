-- An e-mail that was accepted after an unconfirmed attempt keeps in_doubt: Deliveries shows that it may have
-- arrived twice.
create index outbox_in_doubt on outbox (in_doubt) where in_doubt = 1;
