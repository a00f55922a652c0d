-- The audit log is read by what was done, to what, and when.
create index audit_action_prefix on audit (action text_pattern_ops, id desc);
create index audit_subject_id on audit (subject_id, id desc);
create index audit_at on audit (at);
drop index audit_action;
