-- Money that went back, and money of a refund that came back to the shop because the bank did not take it. A refund's own row says how
-- it stands now; what is told here of a day stays. Append-only.
create table refund_movement (
  id            uuid primary key default gen_random_uuid(),
  refund_id     uuid not null references refund,
  at            timestamptz not null,
  -- Minor units of the order's currency: above nothing to the customer, below it back to the shop.
  amount        bigint not null check (amount <> 0),
  -- Whether it is of the payment of its order; else of money that came too late, or twice, and that no payment is of.
  is_of_payment boolean not null,
  -- The provider's id of the try that it is of.
  provider_id   text
);
create index refund_movement_by_day on refund_movement (at, id);
create index refund_movement_of_refund on refund_movement (refund_id);
create trigger refund_movement_is_append_only before update or delete or truncate on refund_movement
  for each statement execute function refuse_change();

create function move_refund() returns trigger language plpgsql as $$
begin
  insert into refund_movement (refund_id, at, amount, is_of_payment, provider_id)
  select new.id, coalesce(new.done_at, now()), case when new.state = 'done' then new.amount else -new.amount end,
    exists (select from payment where payment.transaction_id = new.transaction_id), new.provider_id;
  return null;
end
$$;
create trigger refund_is_moved after update of state on refund
  for each row when ((new.state = 'done') <> (old.state = 'done')) execute function move_refund();

-- What happened before, as the trail has it. A try that another has followed has lost the provider's id of it.
insert into refund_movement (refund_id, at, amount, is_of_payment, provider_id)
select refund.id, said.at,
  case said.action when 'payment.refunded' then 1 else -1 end * (said.after ->> 'amount')::bigint,
  exists (select from payment where payment.transaction_id = refund.transaction_id),
  case when coalesce((said.after ->> 'tries')::integer, 1) = refund.tries then refund.provider_id end
from refund join audit said on said.subject_kind = 'order' and said.subject_id = refund.order_id::text
  and said.after ->> 'refundId' = refund.id::text
where said.action = 'payment.refunded'
  or said.action = 'payment.refund-failed' and said.before ->> 'refundState' = 'done';
