-- What the rules say of stock, orders and money, held by the database as well.

-- An order's sum is the sum of its parts; a line's that of its units.
alter table orders add constraint orders_worth_their_parts check (tax >= shipping_tax
  and total = goods + shipping_net + case when prices_include_tax then shipping_tax else tax end);
alter table orders add constraint orders_shipped_by
  check ((carrier is not null) = (coalesce(fulfilment_state, 'open') <> 'open'));
alter table order_line add constraint order_line_worth_its_units check (unit_price * quantity in (net, net + tax));

-- Money comes by an intent of the order that it pays, and as much as that asked for; it goes back the same way.
create unique index payment_intent_asks on payment_intent (id, order_id, amount, currency);
alter table payment add constraint payment_of_its_intent
  foreign key (transaction_id, order_id, amount, currency) references payment_intent (id, order_id, amount, currency);
create unique index payment_intent_order on payment_intent (id, order_id);
alter table refund add constraint refund_of_its_intent
  foreign key (transaction_id, order_id) references payment_intent (id, order_id);
alter table refund add constraint refund_when_done check ((done_at is not null) = (state <> 'requested'));

-- A movement is what its reason says, and an order takes a tool's units once and lets go of them once: sold or released.
alter table stock_movement add constraint stock_movement_why check (case reason
  when 'reserved' then on_hand_change = 0 and reserved_change > 0 and order_id is not null
  when 'released' then on_hand_change = 0 and reserved_change < 0 and order_id is not null
  when 'sold' then on_hand_change < 0 and reserved_change = on_hand_change and order_id is not null
  when 'returned' then on_hand_change > 0 and reserved_change = 0 and order_id is not null
  when 'corrected' then on_hand_change <> 0 and reserved_change = 0 and order_id is null
  else on_hand_change > 0 and reserved_change = 0 and order_id is null end);
create unique index stock_movement_once on stock_movement (order_id, tool_id, (reason = 'reserved'))
  where reason in ('reserved', 'sold', 'released');
-- Nothing asks for an order's movements but that.
drop index stock_movement_of_order;

-- At the end of a transaction, an order counts as paid exactly if its payment is there.
create function require_payment() returns trigger language plpgsql as $$
begin
  if exists (select from orders where id = new.id
    and (payment_state in ('paid', 'part-refunded', 'refunded')) <> exists (select from payment where order_id = new.id))
  then
    raise exception 'order % counts as paid without its payment, or the other way about', new.id
      using errcode = 'check_violation', constraint = 'order_paid_by_payment';
  end if;
  return null;
end
$$;
create constraint trigger order_paid_by_payment after update of payment_state on orders
  deferrable initially deferred for each row when (old.payment_state is distinct from new.payment_state)
  execute function require_payment();
