-- When the plans of all patients of the company were last ended together, which is then also the time of their steps.
alter table companies add column plans_ended_at integer;
create index plan_steps_ended on plan_steps (settled_at) where state = 'ended';
