-- How a visit ended: missed, or canceled for a reason (part 4, section E). A note is staff's.
alter table visits add column no_show_at integer;
alter table visits add column no_show_reason text
  check (no_show_reason in ('patient_absent', 'unreachable', 'technical', 'other'));
alter table visits add column outcome_note text;
alter table visits add column cancel_reason text
  check (cancel_reason in ('patient_request', 'therapist_unavailable', 'equipment_not_arrived', 'insurance',
    'duplicate', 'other'));
