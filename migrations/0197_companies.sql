-- Since when the company follows equipment, so that reports compare the visits lost before and after.
alter table companies add column equipment_on_at integer;
update companies set equipment_on_at = (
  select max(created_at) from audit_log
  where action = 'company.changed' and subject = 'company ' || companies.id and details like '%"equipment"%')
where equipment <> 'off';
