-- Append-only, from the first day: who, what, on what, when, before and after.
create table audit (
  id           uuid primary key,
  at           timestamptz not null default now(),
  actor_kind   text not null check (actor_kind in ('customer', 'admin', 'system', 'provider', 'operator')),
  -- Not a foreign key: the trail outlives the account.
  actor_id     uuid,
  action       text not null,
  subject_kind text not null,
  subject_id   text not null,
  before       jsonb,
  after        jsonb,
  request_id   text
);
create index audit_subject on audit (subject_kind, subject_id, id);
create index audit_actor on audit (actor_id, id);
-- The audit log is read by what was done, to what, and when.
create index audit_action_prefix on audit (action text_pattern_ops, id desc);
create index audit_subject_id on audit (subject_id, id desc);
create index audit_at on audit (at);
create trigger audit_is_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();
