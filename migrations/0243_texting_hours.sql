-- What one finished hour adds to the reports about texts, counted once. `dashboard/reports/texting-hours.server.ts` adds
-- the rows and explains the numbers.
create table texting_hours (
  start_at integer primary key check (start_at % 3600000 = 0),
  texts integer not null,
  answered integer not null,
  -- JSON: for each user's ID, ms from the patient's first unanswered text to each of the user's replies.
  waits text not null
) strict;
