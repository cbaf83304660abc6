-- The kind of visit that is booked if the patient accepts. Null for offers from before, which are for the visit's own
-- kind, or for the company's default kind.
alter table offers add column kind_id integer references visit_kinds (id) on delete set null;
create index offers_by_kind on offers (kind_id) where kind_id is not null;
