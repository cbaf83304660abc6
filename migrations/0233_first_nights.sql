-- Staff put a patient off in the list until a day, and record a re-evaluation that another office booked.
alter table first_nights add column snoozed_until text
  check (snoozed_until glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]');
alter table first_nights add column snooze_reason text;
alter table first_nights add column snoozed_by text;
alter table first_nights add column reevaluation_on text
  check (reevaluation_on glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]');
alter table first_nights add column reevaluation_by text;
