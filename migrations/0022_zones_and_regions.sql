-- A clinic has thousands of therapists in a handful of zones and regions: each is found along its index.
create index therapists_by_zone on therapists (timezone);
create index therapists_by_region on therapists (region);
