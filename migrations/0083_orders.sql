-- The extension of a patient's phone number, as written. Only digits can be dialed. Texts go to the number.
alter table orders add column phone_ext text;
