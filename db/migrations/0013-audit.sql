-- The trail: who did what, to what, when, with what was before and after. Append-only, but for texts that people typed about an order. It
-- outlives the people whom it names, so it keeps no address.
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

create trigger audit_is_append_only before delete or truncate on audit
  for each statement execute function refuse_change();
create trigger audit_is_not_changed before update on audit for each statement
  when (current_setting('shop.forgets', true) is distinct from 'yes') execute function refuse_change();
create trigger audit_loses_typed_texts before update on audit for each row
  execute function refuse_other_changes('before', 'after');
-- Typed texts leave the trail with a deleted buyer's orders, and with nothing else: why stock was corrected, a role given or an account
-- blocked stays, whatever a transaction says of itself.
create trigger audit_keeps_what_is_no_order before update on audit for each row
  when (old.subject_kind <> 'order') execute function refuse_change();
