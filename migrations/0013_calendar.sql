-- The supervisors' calendar counts whole months of visits: this index holds all that it counts by.
create index visits_by_day on visits (local_date, start_at, status, therapist_id, order_id);
