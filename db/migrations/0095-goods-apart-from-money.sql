-- needs 0094-refused-mail-changes.sql
-- Goods apart from money: an order is released when its goods may leave, whether its money has come or not.
alter table orders
  add column released_at timestamptz,
  add column released_by text check (released_by in ('payment', 'terms', 'staff'));
update orders set released_at = paid_at, released_by = 'payment' where paid_at is not null;
alter table orders
  drop constraint orders_payment_state_check,
  add constraint orders_payment_state_check
    check (payment_state in ('unpaid', 'on-account', 'paid', 'part-refunded', 'refunded', 'cancelled', 'expired')),
  drop constraint order_fulfilled_when_paid,
  add constraint order_released_when
    check ((released_at is not null) = (payment_state in ('on-account', 'paid', 'part-refunded', 'refunded'))),
  add constraint order_released_by check ((released_by is null) = (released_at is null)),
  add constraint order_fulfilled_when_released check ((fulfilment_state is null) = (released_at is null));

-- A payment is of any kind, and pays orders by what of it is allocated to them.
create table payment_allocation (
  payment_id uuid not null references payment,
  order_id   uuid not null references orders,
  amount     bigint not null check (amount > 0),
  primary key (payment_id, order_id)
);
create index payment_allocation_of_order on payment_allocation (order_id);
insert into payment_allocation (payment_id, order_id, amount) select id, order_id, amount from payment;
create trigger payment_allocation_is_append_only before update or delete or truncate on payment_allocation
  for each statement execute function refuse_change();

drop trigger payment_adds_to_account on payment;
drop trigger payment_is_counted on payment;
alter table payment drop constraint payment_of_its_intent;
drop index payment_intent_asks;
create unique index payment_intent_asks on payment_intent (id, amount, currency);
alter table payment
  drop column order_id,
  add column kind text not null default 'card' check (kind in ('card', 'bank', 'terminal', 'cash')),
  -- Of what it pays nothing yet, its payer has the rest.
  add column allocated bigint not null default 0,
  -- What the payer wrote on it, or the slip has.
  add column reference text,
  alter column provider drop not null,
  alter column transaction_id drop not null,
  add constraint payment_by_its_provider check ((kind = 'card') = (transaction_id is not null) and (kind = 'card') = (provider is not null)),
  add constraint payment_allocated_within check (allocated between 0 and amount),
  add constraint payment_of_its_intent foreign key (transaction_id, amount, currency) references payment_intent (id, amount, currency);
update payment set allocated = amount;
alter table payment alter column kind drop default;

-- At the end of a transaction, a card's order counts as paid exactly if its payment is there; what on account is paid, its payments say.
create or replace function require_payment() returns trigger language plpgsql as $$
begin
  if exists (select from orders where id = new.id and payment_state <> 'on-account'
    and (payment_state in ('paid', 'part-refunded', 'refunded')) <> exists (
      select from payment_allocation part join payment on payment.id = part.payment_id
        join payment_intent intent on intent.id = payment.transaction_id and intent.order_id = part.order_id
      where part.order_id = new.id))
  then
    raise exception 'order % counts as paid without its payment, or the other way about', new.id
      using errcode = 'check_violation', constraint = 'order_paid_by_payment';
  end if;
  return null;
end
$$;

create function refuse_overpayment() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from payment_allocation where order_id = new.order_id) > (select total from orders where id = new.order_id) then
    raise exception 'order % would be paid more than it costs', new.order_id
      using errcode = 'check_violation', constraint = 'order_paid_within_total';
  end if;
  return null;
end
$$;
create constraint trigger order_paid_within_total after insert on payment_allocation
  deferrable initially deferred for each row execute function refuse_overpayment();

-- What an account has bought: orders that were released, and what came for them less what went back.
alter table account_sales rename column paid_orders to orders;
drop function count_account_sales;
create function count_account_order() returns trigger language plpgsql as $$
begin
  update account_sales set orders = orders + 1 where account_id = new.account_id;
  return null;
end
$$;
create function count_account_payment() returns trigger language plpgsql as $$
begin
  update account_sales set turnover = turnover + new.amount,
    last_paid_at = greatest(last_paid_at, (select paid_at from payment where id = new.payment_id))
  -- The order is locked: its buyer stays who it is.
  where account_id = (select account_id from orders where id = new.order_id);
  return null;
end
$$;
-- Of a card's payment, which is allocated whole to one order.
create function count_account_refund() returns trigger language plpgsql as $$
begin
  update account_sales set turnover = turnover - new.refunded + old.refunded
  where account_id = (
    select account_id from payment_allocation part join orders on orders.id = part.order_id where part.payment_id = new.id);
  return null;
end
$$;
-- At the end of the transaction: what is locked last never keeps another one waiting crosswise. Triggers of one event run in the
-- order of their names: an account's row is locked before any that others share. Who pays orders of several accounts locks theirs first.
create constraint trigger order_adds_to_account after update of released_at on orders
  deferrable initially deferred for each row when (old.released_at is null and new.released_at is not null)
  execute function count_account_order();
create constraint trigger order_placed_adds_to_account after insert on orders
  deferrable initially deferred for each row when (new.released_at is not null) execute function count_account_order();
create constraint trigger allocation_adds_to_account after insert on payment_allocation
  deferrable initially deferred for each row execute function count_account_payment();
create constraint trigger payment_adds_to_account after update of refunded on payment
  deferrable initially deferred for each row when (old.refunded is distinct from new.refunded)
  execute function count_account_refund();

create function count_release() returns trigger language plpgsql as $$
begin
  perform count_sales(new.released_at, 1, 0, 0);
  return null;
end
$$;
create constraint trigger order_is_counted after update of released_at on orders
  deferrable initially deferred for each row when (old.released_at is null and new.released_at is not null)
  execute function count_release();
create constraint trigger order_placed_is_counted after insert on orders
  deferrable initially deferred for each row when (new.released_at is not null) execute function count_release();
create or replace function count_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_sales(new.paid_at, 0, new.amount, new.refunded);
  else
    perform count_sales(now(), 0, 0, new.refunded - old.refunded);
  end if;
  return null;
end
$$;
create constraint trigger payment_is_counted after insert on payment
  deferrable initially deferred for each row execute function count_payment();

-- Stock that an order lets go of is freed.
alter table stock_movement disable trigger stock_movement_is_append_only;
alter table stock_movement
  drop constraint stock_movement_reason_check,
  drop constraint stock_movement_why,
  drop constraint stock_movement_part;
update stock_movement set reason = 'freed' where reason = 'released';
alter table stock_movement enable trigger stock_movement_is_append_only;
alter table stock_movement
  add constraint stock_movement_reason_check
    check (reason in ('opening', 'reserved', 'freed', 'sold', 'cancelled', 'returned', 'restocked', 'corrected', 'counted')),
  add constraint stock_movement_part check (not is_part or reason = 'freed'),
  add constraint stock_movement_why check (case reason
    when 'reserved' then on_hand_change = 0 and reserved_change > 0 and order_id is not null
    when 'freed' then on_hand_change = 0 and reserved_change < 0 and order_id is not null
    when 'sold' then on_hand_change < 0 and reserved_change = on_hand_change and order_id is not null
    when 'cancelled' then on_hand_change > 0 and reserved_change = 0 and order_id is not null
    when 'returned' then on_hand_change > 0 and reserved_change = 0 and order_id is not null
    when 'corrected' then on_hand_change <> 0 and reserved_change = 0 and order_id is null
    when 'counted' then on_hand_change <> 0 and reserved_change = 0 and order_id is null and stock_take_id is not null
    else on_hand_change > 0 and reserved_change = 0 and order_id is null end);
drop index stock_movement_once;
create unique index stock_movement_once on stock_movement (order_id, tool_id, (reason = 'reserved'))
  where reason in ('reserved', 'sold', 'freed') and not is_part;
alter table order_mail drop constraint order_mail_kind_check;
update order_mail set kind = 'cancelled' where kind = 'released';
alter table order_mail add constraint order_mail_kind_check check (kind in ('placed', 'paid', 'expired', 'cancelled', 'shipped',
  'units-cancelled', 'refunded', 'money-returned', 'money-returned-admin', 'refund-failed-admin', 'dispute-opened-admin',
  'dispute-closed-admin'));

-- A refund is money. What becomes of units is a decision of its own: they come back, with a refund or without one.
create table unit_return (
  id         uuid primary key,
  order_id   uuid not null references orders,
  -- The refund with whose money they come back.
  refund_id  uuid unique references refund,
  -- 'coming': held for this return until its refund has ended. 'off': the refund failed, and another can bring them back.
  state      text not null check (state in ('coming', 'back', 'off')),
  becomes    text not null check (becomes in ('stock', 'scrap')),
  asked_at   timestamptz not null,
  constraint unit_return_waits_for_a_refund check (state = 'back' or refund_id is not null)
);
create index unit_return_of_order on unit_return (order_id);
create table unit_return_line (
  return_id uuid not null references unit_return on delete cascade,
  order_id  uuid not null,
  position  integer not null,
  quantity  integer not null check (quantity >= 1),
  -- Of these units, those that had left: a customer sends them back. The others never left the shop.
  sent_back integer not null default 0 constraint unit_return_line_sent_back_within check (sent_back between 0 and quantity),
  primary key (return_id, position),
  foreign key (order_id, position) references order_line
);
create index unit_return_line_of_order on unit_return_line (order_id, position);
drop table refund_line;
alter table refund drop column units_returned;
alter table order_line rename column refunded_quantity to returned_quantity;
alter table order_line rename constraint order_line_refunded_within to order_line_returned_within;
