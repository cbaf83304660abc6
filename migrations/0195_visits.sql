-- When the patient last said that the equipment isn't there yet. A move to another time clears it.
alter table visits add column equipment_missing_at integer;
