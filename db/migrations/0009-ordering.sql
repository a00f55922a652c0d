-- What customers mean to order, what they have ordered, and what became of it: the goods, the money, the mails.

-- The addresses that an account orders to. One of them is where things usually go.
create table address (
  id          uuid primary key,
  account_id  uuid not null references account on delete cascade,
  name        text not null,
  company     text,
  street      text not null,
  postal_code text,
  city        text not null,
  region      text,
  country     text not null check (country ~ '^[A-Z]{2}$'),
  -- As it was typed; and as E.164 writes it, read by the country of the address, empty where it may be no number of there.
  phone       text,
  phone_e164  text check (phone_e164 ~ '^(\+[1-9][0-9]{4,14})?$'),
  is_default  boolean not null default false,
  created_at  timestamptz not null
);
create index address_of_account on address (account_id, id);
create unique index address_default on address (account_id) where is_default;

-- What an account means to order, the same on all of its devices. It holds no stock and promises no price.
create table basket (
  account_id uuid primary key references account on delete cascade,
  -- Counts what was written to its lines: the row is locked for it, and an order takes the basket that its buyer was shown.
  version    integer not null default 1,
  changed_at timestamptz not null
);

create table basket_line (
  id           uuid primary key,
  account_id   uuid not null references basket on delete cascade,
  tool_id      uuid not null references tool,
  quantity     integer not null,
  vehicle_id   integer references vehicle,
  -- The job that it is for, in the buyer's words.
  reference    text,
  -- What of the fit the buyer has ticked.
  acknowledged text[] not null default '{}',
  -- What the buyer last saw and went along with. Price in minor units of the shop's currency; null of a tool that had none.
  seen_price   bigint,
  seen_free    integer not null,
  seen_fit     text check (seen_fit in ('fits', 'fits-if', 'does-not-fit', 'no-data')),
  constraint basket_line_quantity check (quantity between 1 and 1000000),
  constraint basket_line_reference check (char_length(reference) between 1 and 60),
  constraint basket_line_once unique nulls not distinct (account_id, tool_id, vehicle_id, reference)
);
create index basket_line_of_tool on basket_line (tool_id);
create index basket_line_of_vehicle on basket_line (vehicle_id) where vehicle_id is not null;

-- What an account orders again and again, under a name. It holds no stock and promises no price.
create table saved_list (
  id         uuid primary key,
  account_id uuid not null references account on delete cascade,
  name       text not null,
  -- Of the prices beside its lines.
  currency   text not null,
  saved_at   timestamptz not null,
  constraint saved_list_name check (char_length(name) between 1 and 80)
);
create unique index saved_list_once on saved_list (account_id, lower(name));

create table saved_list_line (
  list_id    uuid not null references saved_list on delete cascade,
  -- Lines come and go by themselves: their places have gaps, and go on behind the last.
  position   integer not null check (position >= 1),
  tool_id    uuid not null references tool,
  quantity   integer not null check (quantity between 1 and 1000000),
  vehicle_id integer references vehicle,
  -- The job that it is for, in the buyer's words.
  reference  text check (char_length(reference) between 1 and 60),
  -- What a unit cost when the list was saved, or in the order that it is from. Minor units.
  price      bigint not null,
  primary key (list_id, position)
);
create index saved_list_line_of_tool on saved_list_line (tool_id);
create index saved_list_line_of_vehicle on saved_list_line (vehicle_id) where vehicle_id is not null;

create sequence order_number start 1001;

create table orders (
  id                    uuid primary key,
  number                text not null unique,

  -- Kept without the person's data when the account is deleted.
  account_id            uuid references account on delete set null,
  company_id            uuid references company,
  customer_name         text not null,
  customer_email        text not null,
  -- As it was typed; and as E.164 writes it, read by the country of the address, empty where it may be no number of there.
  phone                 text not null,
  phone_e164            text check (phone_e164 ~ '^(\+[1-9][0-9]{4,14})?$'),
  company_name          text not null,
  purchase_order_reference text,
  vat_number            text,
  -- What the buyer wrote to the shop.
  notes                 text,
  -- Whether the buyer's email was unconfirmed when the order was placed.
  unconfirmed           boolean not null default false,
  -- What a list of all orders finds by. Generated, so that an order that loses its customer's data loses it here too.
  search                text not null generated always as
    (lower(number || E'\n' || customer_name || E'\n' || customer_email || E'\n' || company_name)) stored,

  -- Where it goes, as one text and in parts. An order that has lost its customer's data has no parts.
  address               text not null,
  delivery_name         text,
  delivery_street       text,
  delivery_postal_code  text,
  delivery_city         text,
  delivery_region       text,
  delivery_country      text,
  -- How it goes, as the method was called and what it promised then: the shop's list of methods changes.
  delivery_method       text not null default 'standard'
    constraint orders_delivery_method check (delivery_method ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  delivery_method_name  text not null default 'Standard delivery' constraint orders_delivery_method_name
    check (delivery_method_name = btrim(delivery_method_name) and length(delivery_method_name) between 1 and 80),
  delivery_days         integer constraint orders_delivery_days check (delivery_days between 1 and 365),
  is_pick_up            boolean not null default false,

  -- Money: minor units of the order's own currency. Rates in millionths.
  currency              text not null check (currency ~ '^[a-z]{3}$'),
  prices_include_tax    boolean not null,
  -- Whether the tax was rounded for each line, or once for all that is taxed alike.
  tax_rounding          text not null default 'line' constraint orders_tax_rounding check (tax_rounding in ('line', 'group')),
  goods                 bigint not null check (goods > 0),
  shipping_net          bigint not null check (shipping_net >= 0),
  shipping_tax_rate     integer not null check (shipping_tax_rate >= 0),
  -- A code of EN 16931.
  shipping_tax_reason   text not null,
  shipping_tax          bigint not null check (shipping_tax >= 0),
  -- What the method cost, net or gross as the order's prices are.
  delivery_price        bigint not null
    generated always as (case when prices_include_tax then shipping_net + shipping_tax else shipping_net end) stored,
  tax                   bigint not null check (tax >= 0),
  total                 bigint not null check (total > 0),

  -- Two states, independent: the money's and the goods'. On account is an order that was released before its money came.
  payment_state         text not null default 'unpaid'
    check (payment_state in ('unpaid', 'on-account', 'paid', 'part-refunded', 'refunded', 'cancelled', 'expired')),
  fulfilment_state      text check (fulfilment_state in ('open', 'shipped', 'delivered')),
  -- Those of the last parcel, once all units have left.
  carrier               text,
  tracking              text,
  placed_at             timestamptz not null default now(),
  -- Until when an unpaid order holds its stock.
  reserved_until        timestamptz not null,
  paid_at               timestamptz,
  -- Since when its goods may leave, and by what: the payment that came for it, terms by which it is paid later, or staff.
  released_at           timestamptz,
  released_by           text check (released_by in ('payment', 'terms', 'staff')),
  closed_at             timestamptz,
  -- Cards declined on this order, and until when that blocks its payment.
  declines              integer not null default 0 check (declines >= 0),
  payment_blocked_until timestamptz,

  idempotency_key         text,
  idempotency_fingerprint text,
  constraint order_once_an_idempotency_key unique (account_id, idempotency_key),
  constraint orders_delivered_to check (
    num_nonnulls(delivery_name, delivery_street, delivery_city, delivery_country) in (0, 4)
    and (delivery_name is not null or num_nonnulls(delivery_postal_code, delivery_region) = 0)
    and delivery_country ~ '^[A-Z]{2}$'),
  constraint orders_shipping_tax_reason
    check (shipping_tax_reason in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O') and (shipping_tax_reason = 'S') = (shipping_tax_rate > 0)),
  -- An order's sum is the sum of its parts.
  constraint orders_worth_their_parts check (tax >= shipping_tax
    and total = goods + shipping_net + case when prices_include_tax then shipping_tax else tax end),
  constraint order_paid_when check ((paid_at is not null) = (payment_state in ('paid', 'part-refunded', 'refunded'))),
  constraint order_released_when
    check ((released_at is not null) = (payment_state in ('on-account', 'paid', 'part-refunded', 'refunded'))),
  constraint order_released_by check ((released_by is null) = (released_at is null)),
  constraint order_fulfilled_when_released check ((fulfilment_state is null) = (released_at is null)),
  constraint order_closed_when check ((closed_at is not null) = (payment_state in ('cancelled', 'expired'))),
  constraint orders_shipped_by check ((carrier is not null) = (coalesce(fulfilment_state, 'open') <> 'open'))
);
create index orders_of_account on orders (account_id, id desc);
-- A search by customer reads the newest orders of each match from the index alone: an order lies on a page of its own.
create index orders_of_account_by_placed on orders (account_id, placed_at desc, id desc)
  include (payment_state, fulfilment_state, total);
create index orders_to_expire on orders (reserved_until) where payment_state = 'unpaid';
-- What an account holds, or held until lately, is asked at each order: few, among all that it ever ordered.
create index orders_held on orders (account_id, closed_at) where payment_state in ('unpaid', 'expired', 'cancelled');
-- A search by customer finds by themselves those that stay owed when another person gets their account's address.
create index orders_on_nobodys_account on orders (id) where account_id is null and payment_state = 'on-account';
-- The list of all orders: in the order in which they were placed, by state and by period; by total.
create index orders_by_placed on orders (placed_at desc, id desc);
create index orders_by_payment_state on orders (payment_state, placed_at desc, id desc);
create index orders_by_fulfilment on orders (fulfilment_state, placed_at desc, id desc) where fulfilment_state is not null;
create index orders_by_total on orders (total, id);

-- A line keeps what the buyer saw: later changes to the tool do not reach it.
create table order_line (
  order_id           uuid not null references orders,
  position           integer not null check (position >= 1),
  tool_id            uuid references tool,
  tool_name          text not null,
  part_number        text,
  image              text,
  -- The job that it was ordered for, in the buyer's words.
  reference          text,
  -- What the buyer was told about the fit, and acknowledged: stays as it was said.
  fit                jsonb,

  quantity           integer not null check (quantity >= 1),
  -- In what it was sold: a tool may be sold otherwise by the time that it is shipped.
  sales_unit         text not null default 'each',
  box_quantity       integer,

  unit_price         bigint not null check (unit_price > 0),
  -- How the price came about: the tool's own price, the list by which another one was paid, and from how many units on. Not as a
  -- reference: a list may go, and what was agreed stays.
  list_price         bigint check (list_price > 0),
  price_list_id      uuid,
  price_list         text,
  tier_from          integer check (tier_from >= 1),
  net                bigint not null check (net >= 0),
  -- By what it was taxed: its class, and the reason by a code of EN 16931.
  tax_class          text not null default 'standard' constraint order_line_tax_class check (tax_class ~ '^[a-z][a-z0-9-]{0,39}$'),
  tax_rate           integer not null check (tax_rate >= 0),
  tax_reason         text not null,
  tax                bigint not null check (tax >= 0),

  -- Units that have left the shop; that have come back; that are coming back (`unit_return`). Of these two, `sent_back_quantity` had left
  -- and the customer sends them back; the others never left.
  shipped_quantity   integer not null default 0,
  returned_quantity  integer not null default 0,
  returning_quantity integer not null default 0,
  sent_back_quantity integer not null default 0,
  primary key (order_id, position),
  constraint order_line_worth_its_units check (unit_price * quantity in (net, net + tax)),
  constraint order_line_priced_by check ((price_list_id is null) = (price_list is null)
    and (tier_from is null or price_list_id is not null)),
  constraint order_line_tax_reason
    check (tax_reason in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O') and (tax_reason = 'S') = (tax_rate > 0)),
  constraint order_line_shipped_within check (shipped_quantity between 0 and quantity),
  constraint order_line_returned_within
    check (returned_quantity >= 0 and returning_quantity >= 0 and returned_quantity + returning_quantity <= quantity),
  constraint order_line_sent_back_within check (sent_back_quantity between 0 and shipped_quantity)
);
create index order_line_of_tool on order_line (tool_id, order_id);
-- Orders keep the address of a picture that the buyer saw.
create index order_line_of_image on order_line (image) where image is not null;

-- The search of all orders.
do $$
begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index orders_search on orders using gin (search gin_trgm_ops);
    create index order_line_search on order_line using gin (lower(tool_name) gin_trgm_ops);
  end if;
end
$$;

-- By which names and addresses an account has ordered, each once: a customer is found by them, and orders are many. Not more of a
-- person than their orders have, and gone with the account.
create table customer_name (
  account_id uuid not null references account on delete cascade,
  search     text not null,
  primary key (account_id, search)
);
do $$
begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index customer_name_search on customer_name using gin (search gin_trgm_ops);
  end if;
end
$$;

-- Whoever places an order holds its account's row: no two of them write the same name at once.
create function keep_customer_name() returns trigger language plpgsql as $$
begin
  insert into customer_name (account_id, search)
  values (new.account_id, lower(new.customer_name || E'\n' || new.customer_email || E'\n' || new.company_name))
  on conflict do nothing;
  return null;
end
$$;
create trigger order_keeps_customer_name after insert on orders for each row when (new.account_id is not null)
  execute function keep_customer_name();

-- What an order takes of the tools, and that its buyer has one more, whose rows it has locked. A function, because it sees the rows as
-- they are by then. An update in the statement that waited for the locks would begin from that statement's older view: where somebody
-- refers to such an older row at that moment, it queues behind orders that wait for this one. `hour_ago`: before it another hour began.
create function book_order(
  buyer_id uuid, placed_at timestamptz, hour_ago timestamptz, tool_ids uuid[], quantities integer[], unconfirmed integer[]
) returns boolean
language plpgsql as $$
begin
  update account set open_orders = open_orders + 1,
    hour_began = case when hour_began > hour_ago then hour_began else placed_at end,
    hour_ordered = case when hour_began > hour_ago then hour_ordered + 1 else 1 end
  where id = buyer_id;
  update tool set reserved = reserved + wanted.quantity, held_unconfirmed = held_unconfirmed + wanted.unconfirmed
  from unnest(tool_ids, quantities, book_order.unconfirmed) as wanted (tool_id, quantity, unconfirmed)
  where tool.id = wanted.tool_id;
  return true;
end
$$;

-- Movements of stock that an order causes. It takes a tool's units once and lets go of them once: sold or released.
alter table stock_movement add foreign key (order_id) references orders;
create unique index stock_movement_once on stock_movement (order_id, tool_id, (reason = 'reserved'))
  where reason in ('reserved', 'sold', 'freed') and not is_part;

-- What happened to an order, for the people who look at it. Append-only, but for texts that people typed.
create table order_event (
  id         uuid primary key,
  order_id   uuid not null references orders,
  at         timestamptz not null default now(),
  -- `orderEvents` (orders/events.rules.ts) says the same.
  kind       text not null check (kind in ('placed', 'card-declined', 'paid', 'released', 'payment-received', 'cancelled', 'expired',
    'units-cancelled', 'units-returned', 'part-shipped', 'shipped', 'shipment-corrected', 'delivered', 'refund-requested', 'refund-at-provider', 'refund-resent',
    'refund-failed', 'refunded', 'dispute-opened', 'dispute-to-answer', 'dispute-under-review', 'dispute-won', 'dispute-lost',
    'dispute-closed')),
  actor_kind text not null check (actor_kind in ('customer', 'admin', 'system', 'provider', 'operator')),
  actor_id   uuid,
  detail     jsonb
);
create index order_event_of_order on order_event (order_id, id);
create trigger order_event_is_append_only before delete or truncate on order_event
  for each statement execute function refuse_change();
create trigger order_event_is_not_changed before update on order_event for each statement
  when (current_setting('shop.forgets', true) is distinct from 'yes') execute function refuse_change();
create trigger order_event_loses_typed_texts before update on order_event for each row
  execute function refuse_other_changes('detail');

-- Mail that an order causes: written with its cause, handed to the mail queue once. `key` tells apart causes of one
-- kind, such as two refunds.
create table order_mail (
  id        uuid primary key,
  order_id  uuid not null references orders,
  kind      text not null check (kind in ('placed', 'paid', 'expired', 'cancelled', 'shipped', 'units-cancelled',
    'refunded', 'money-returned', 'money-returned-admin', 'refund-failed-admin', 'dispute-opened-admin',
    'dispute-closed-admin')),
  key       text not null default '',
  at        timestamptz not null default now(),
  queued_at timestamptz,
  constraint order_mail_once_a_cause unique (order_id, kind, key)
);
create index order_mail_waiting on order_mail (id) where queued_at is null;

-- What staff writes on an order, for each other alone.
create table order_note (
  id        uuid primary key,
  order_id  uuid not null references orders,
  -- Null when the account of its author was deleted.
  author_id uuid references account on delete set null,
  text      text not null,
  at        timestamptz not null
);
create index order_note_of_order on order_note (order_id, id);
create index order_note_of_author on order_note (author_id);

-- A filter of the list of all orders under a name: its account's own, or for everybody who sees the list.
create table order_filter (
  id         uuid primary key,
  account_id uuid not null references account on delete cascade,
  name       text not null,
  -- What the list is asked for, by the names of the call.
  query      jsonb not null,
  is_shared  boolean not null,
  created_at timestamptz not null
);
create unique index order_filter_name on order_filter (account_id, lower(name));
create index order_filter_shared on order_filter (id) where is_shared;

-- An order goes in parcels: one for all of it, or several.
create table parcel (
  id         uuid primary key,
  order_id   uuid not null references orders,
  carrier    text not null,
  tracking   text,
  shipped_at timestamptz not null,
  constraint parcel_order unique (id, order_id)
);
create index parcel_of_order on parcel (order_id, id);

create table parcel_line (
  parcel_id uuid not null,
  order_id  uuid not null,
  position  integer not null,
  quantity  integer not null check (quantity >= 1),
  primary key (parcel_id, position),
  foreign key (parcel_id, order_id) references parcel (id, order_id),
  foreign key (order_id, position) references order_line
);
create index parcel_line_of_order on parcel_line (order_id, position);

-- The provider's intents that the shop opened. At most one of an order is live.
create table payment_intent (
  id             text primary key,
  provider       text not null,
  order_id       uuid not null references orders,
  client_secret  text not null,
  amount         bigint not null check (amount > 0),
  currency       text not null,
  state          text not null default 'live' check (state in ('live', 'succeeded', 'canceled')),
  created_at     timestamptz not null default now(),
  checked_at     timestamptz,
  -- Counts the changes of its refunds: what the provider said before a change is not held against what came after.
  refund_changes integer not null default 0
);
create unique index payment_intent_live on payment_intent (order_id) where state = 'live';
create index payment_intent_of_order on payment_intent (order_id);
create index payment_intent_to_check on payment_intent (created_at) where state = 'live';
-- A card's money comes by an intent, and is as much as that asked for; it goes back the same way.
create unique index payment_intent_asks on payment_intent (id, amount, currency);
create unique index payment_intent_order on payment_intent (id, order_id);

-- Money that came, of any kind; a card's once, whatever was reported how often.
create table payment (
  id             uuid primary key,
  kind           text not null check (kind in ('card', 'bank', 'terminal', 'cash')),
  -- Of a card's alone.
  provider       text,
  transaction_id text unique references payment_intent,
  amount         bigint not null check (amount > 0),
  -- What of it pays orders (`payment_allocation`). The rest pays nothing yet.
  allocated      bigint not null default 0,
  currency       text not null,
  -- What the payer wrote on it, or the slip has.
  reference      text,
  refunded       bigint not null default 0,
  -- Money on its way back: reserved when a refund is asked for, so that two of them never give back more than came.
  refunding      bigint not null default 0,
  paid_at        timestamptz not null,
  constraint payment_by_its_provider
    check ((kind = 'card') = (transaction_id is not null) and (kind = 'card') = (provider is not null)),
  constraint payment_allocated_within check (allocated between 0 and amount),
  constraint payment_refunded_within check (refunded >= 0 and refunding >= 0 and refunded + refunding <= amount),
  constraint payment_of_its_intent foreign key (transaction_id, amount, currency) references payment_intent (id, amount, currency)
);
-- The file of all payments, read by period.
create index payment_by_day on payment (paid_at, id);

-- Which orders a payment pays, each in part or in full, in one row or several; below nothing what is taken back. Append-only.
create table payment_allocation (
  id         uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payment,
  order_id   uuid not null references orders,
  amount     bigint not null check (amount <> 0)
);
create index payment_allocation_of_payment on payment_allocation (payment_id);
create index payment_allocation_of_order on payment_allocation (order_id);
create trigger payment_allocation_is_append_only before update or delete or truncate on payment_allocation
  for each statement execute function refuse_change();

-- At the end of a transaction, a card's order counts as paid exactly if its payment is there; what on account is paid, its payments say.
create function require_payment() returns trigger language plpgsql as $$
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

create constraint trigger order_paid_by_payment after update of payment_state on orders
  deferrable initially deferred for each row when (old.payment_state is distinct from new.payment_state)
  execute function require_payment();

create function refuse_overpayment() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from payment_allocation where order_id = new.order_id)
    not between 0 and (select total from orders where id = new.order_id)
  then
    raise exception 'order % would be paid more than it costs, or less than nothing', new.order_id
      using errcode = 'check_violation', constraint = 'order_paid_within_total';
  end if;
  return null;
end
$$;
create constraint trigger order_paid_within_total after insert on payment_allocation
  deferrable initially deferred for each row execute function refuse_overpayment();

-- What an account has bought, beside it: orders that were released, and what came for them less what went back. Its own row, so that
-- money that moves waits for no order that is being placed.
create table account_sales (
  account_id   uuid primary key references account on delete cascade,
  orders       integer not null default 0 check (orders >= 0),
  turnover     bigint not null default 0 check (turnover >= 0),
  last_paid_at timestamptz
);
-- The list of customers, by either.
create index account_sales_by_turnover on account_sales (turnover, account_id);
create index account_sales_by_orders on account_sales (orders, account_id);

create function begin_account_sales() returns trigger language plpgsql as $$
begin
  insert into account_sales (account_id) values (new.id);
  return null;
end
$$;
create trigger account_begins_sales after insert on account for each row execute function begin_account_sales();

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

-- Events as they came, counted by what they led to. The id makes a repeated event a known one.
create table provider_event (
  provider    text not null,
  event_id    text not null,
  kind        text not null,
  intent_id   text,
  outcome     text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
create index provider_event_age on provider_event (received_at);

-- Declined cards, each once, whichever way it became known: by its event, or by a look-up at the provider. `attempt` is
-- the provider's id of the declined charge; of an attempt without one, the id of its event.
create table card_decline (
  provider   text not null,
  attempt    text not null,
  order_id   uuid not null references orders,
  account_id uuid references account on delete set null,
  at         timestamptz not null,
  primary key (provider, attempt)
);
-- How many an account had in the last hour, asked whenever a payment is opened.
create index card_decline_of_account on card_decline (account_id, at desc);
-- The daily run that removes what nobody asks for any more.
create index card_decline_age on card_decline (at);

-- A customer's bank takes a payment back. Amount in minor units of the dispute's own currency.
create table dispute (
  id             uuid primary key,
  provider_id    text not null unique,
  order_id       uuid not null references orders,
  transaction_id text not null references payment_intent,
  amount         bigint not null check (amount > 0),
  currency       text not null check (currency ~ '^[a-z]{3}$'),
  reason         text not null,
  status         text not null,
  -- The bank only asks so far: the money is still here, and a refund ends the matter.
  is_refundable  boolean not null,
  answer_by      timestamptz,
  opened_at      timestamptz not null,
  closed_at      timestamptz,
  -- Counts what was written here, so that an answer that another has overtaken is not used.
  changes        integer not null default 0
);
create index dispute_of_order on dispute (order_id);
create index dispute_of_intent on dispute (transaction_id);
create index dispute_open on dispute (id) where closed_at is null;

-- Money that goes back, or is to go back.
create table refund (
  id             uuid primary key,
  order_id       uuid not null references orders,
  transaction_id text not null references payment_intent,
  provider_id    text unique,
  amount         bigint not null check (amount > 0),
  -- 'order-closed': money for a dead order. 'requested': by an admin, in whose words `note` is. 'provider': made at the provider
  -- itself, and written down when the shop hears of it.
  reason         text not null,
  state          text not null default 'requested' check (state in ('requested', 'done', 'failed')),
  actor_id       uuid,
  requested_at   timestamptz not null default now(),
  done_at        timestamptz,
  note           text,
  -- The provider's word for why it did not take it.
  failure        text,
  -- How often the shop asked for it: each try has an idempotency key of its own at the provider, and `former_ids` are the
  -- provider's ids of those that failed.
  tries          integer not null default 1 check (tries >= 1),
  former_ids     text[] not null default '{}',
  retried_at     timestamptz,
  retried_by     uuid,
  constraint refund_reason check (reason in ('order-closed', 'requested', 'provider')),
  constraint refund_retried_when check ((tries > 1) = (retried_at is not null)),
  constraint refund_of_its_intent foreign key (transaction_id, order_id) references payment_intent (id, order_id),
  constraint refund_done_is_named check (state <> 'done' or provider_id is not null),
  constraint refund_when_done check ((done_at is not null) = (state <> 'requested'))
);
create index refund_of_order on refund (order_id);
create index refund_of_intent on refund (transaction_id);
-- Each hour the shop asks again about the refunds that have not ended: few, among all that ever were.
create index refund_open on refund (id) where state = 'requested';
-- What somebody has to look at.
create index refund_failed on refund (id) where state = 'failed';
create index refund_by_day on refund (done_at, id) where state = 'done';
-- Money that came for a dead order goes back once.
create unique index refund_of_dead_order on refund (transaction_id) where reason = 'order-closed';

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

-- Money that went back, and money of a refund that came back to the shop because the bank did not take it. A refund's own row says how
-- it stands at the moment; what is told here of a day stays. Append-only.
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
