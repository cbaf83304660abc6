-- Whether visits wait for the equipment, and how many days after its arrival patients can book at the earliest.
alter table companies add column equipment text not null default 'off' check (equipment in ('off', 'inform', 'require'));
alter table companies add column equipment_days integer not null default 0 check (equipment_days between 0 and 30);
