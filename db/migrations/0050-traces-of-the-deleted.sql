-- What people type about an order (a reason, a parcel's number) stands in its timeline and in the trail, too. Both stay append-only,
-- but that a deleted account takes these texts along: in a transaction that says so, and nothing else may change in the row.
create function without_typed_texts(detail jsonb) returns jsonb language sql immutable as $$
  select case jsonb_typeof(detail) when 'object' then detail - '{reason,tracking}'::text[] else detail end
$$;

create function refuse_other_changes() returns trigger language plpgsql as $$
declare
  part text;
  allowed jsonb := to_jsonb(old);
begin
  foreach part in array tg_argv loop
    allowed := jsonb_set(allowed, array[part], without_typed_texts(allowed -> part));
  end loop;
  if to_jsonb(new) is distinct from allowed then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

drop trigger audit_is_append_only on audit;
create trigger audit_is_append_only before delete or truncate on audit for each statement execute function refuse_change();
create trigger audit_is_not_changed before update on audit for each statement
  when (current_setting('shop.forgets', true) is distinct from 'yes') execute function refuse_change();
create trigger audit_loses_typed_texts before update on audit for each row
  execute function refuse_other_changes('before', 'after');

drop trigger order_event_is_append_only on order_event;
create trigger order_event_is_append_only before delete or truncate on order_event for each statement execute function refuse_change();
create trigger order_event_is_not_changed before update on order_event for each statement
  when (current_setting('shop.forgets', true) is distinct from 'yes') execute function refuse_change();
create trigger order_event_loses_typed_texts before update on order_event for each row
  execute function refuse_other_changes('detail');

-- Of accounts that were deleted before this.
create temporary table forgotten on commit drop as
select id from orders where account_id is null and customer_email = 'deleted@account.invalid';
select set_config('shop.forgets', 'yes', true);
update audit set before = without_typed_texts(before), after = without_typed_texts(after)
where subject_kind = 'order' and subject_id in (select id::text from forgotten)
  and (before ?| '{reason,tracking}' or after ?| '{reason,tracking}');
update order_event set detail = without_typed_texts(detail)
where order_id in (select id from forgotten) and detail ?| '{reason,tracking}';
select set_config('shop.forgets', 'no', true);
update refund set note = null where order_id in (select id from forgotten) and note is not null;
update parcel set tracking = null where order_id in (select id from forgotten) and tracking is not null;
update orders set tracking = null where id in (select id from forgotten) and tracking is not null;
