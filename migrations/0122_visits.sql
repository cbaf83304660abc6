-- Why staff booked the visit before its order was ready to schedule.
alter table visits add column booking_reason text;
