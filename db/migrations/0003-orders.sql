create sequence order_number start 1001;

create table orders (
  id                 uuid primary key,
  number             text not null unique,
  -- Kept without the person's data when the account is deleted.
  account_id         uuid references account on delete set null,
  company_id         uuid references company,
  customer_name      text not null,
  customer_email     text not null,
  phone              text not null,
  company_name       text not null,
  address            text not null,
  purchase_order_reference text,
  vat_number         text,

  -- Money: minor units of the order's own currency. Rates in millionths.
  currency           text not null check (currency ~ '^[a-z]{3}$'),
  prices_include_tax boolean not null,
  goods              bigint not null check (goods > 0),
  shipping_net       bigint not null check (shipping_net >= 0),
  shipping_tax_rate  integer not null check (shipping_tax_rate >= 0),
  shipping_tax       bigint not null check (shipping_tax >= 0),
  tax                bigint not null check (tax >= 0),
  total              bigint not null check (total > 0),

  -- Two states, independent: the money's and the goods'.
  payment_state      text not null default 'unpaid'
    check (payment_state in ('unpaid', 'paid', 'part-refunded', 'refunded', 'cancelled', 'expired')),
  fulfilment_state   text check (fulfilment_state in ('open', 'shipped', 'delivered')),
  carrier            text,
  tracking           text,
  placed_at          timestamptz not null default now(),
  -- Until when an unpaid order holds its stock.
  reserved_until     timestamptz not null,
  paid_at            timestamptz,
  closed_at          timestamptz,

  -- Cards declined on this order, and until when that blocks its payment.
  declines           integer not null default 0 check (declines >= 0),
  payment_blocked_until timestamptz,

  idempotency_key         text,
  idempotency_fingerprint text,
  constraint order_once_an_idempotency_key unique (account_id, idempotency_key),
  constraint order_paid_when check ((paid_at is not null) = (payment_state in ('paid', 'part-refunded', 'refunded'))),
  constraint order_fulfilled_when_paid check ((fulfilment_state is not null) = (paid_at is not null)),
  constraint order_closed_when check ((closed_at is not null) = (payment_state in ('cancelled', 'expired')))
);
create index orders_of_account on orders (account_id, id desc);
create index orders_to_expire on orders (reserved_until) where payment_state = 'unpaid';

-- A line keeps what the buyer saw: later changes to the tool do not reach it.
create table order_line (
  order_id          uuid not null references orders,
  position          integer not null check (position >= 1),
  tool_id           uuid references tool,
  tool_name         text not null,
  part_number       text,
  image             text,
  unit_price        bigint not null check (unit_price > 0),
  quantity          integer not null check (quantity >= 1),
  refunded_quantity integer not null default 0,
  net               bigint not null check (net >= 0),
  tax_rate          integer not null check (tax_rate >= 0),
  tax               bigint not null check (tax >= 0),
  primary key (order_id, position),
  constraint order_line_refunded_within check (refunded_quantity between 0 and quantity)
);
create index order_line_of_tool on order_line (tool_id, order_id);

-- What happened to an order, for the people who look at it. Append-only.
create table order_event (
  id         uuid primary key,
  order_id   uuid not null references orders,
  at         timestamptz not null default now(),
  kind       text not null,
  actor_kind text not null check (actor_kind in ('customer', 'admin', 'system', 'provider', 'operator')),
  actor_id   uuid,
  detail     jsonb
);
create index order_event_of_order on order_event (order_id, id);
create trigger order_event_is_append_only before update or delete or truncate on order_event
  for each statement execute function refuse_change();

-- Every change of stock, and why. The sums of a tool's rows are its `on_hand` and `reserved`. Append-only.
create table stock_movement (
  id              uuid primary key,
  tool_id         uuid not null references tool,
  at              timestamptz not null default now(),
  reason          text not null
    check (reason in ('opening', 'reserved', 'released', 'sold', 'returned', 'restocked', 'corrected')),
  on_hand_change  integer not null default 0,
  reserved_change integer not null default 0,
  order_id        uuid references orders,
  actor_kind      text not null check (actor_kind in ('customer', 'admin', 'system', 'provider', 'operator')),
  actor_id        uuid,
  note            text,
  check (on_hand_change <> 0 or reserved_change <> 0)
);
create index stock_movement_of_tool on stock_movement (tool_id, id);
create index stock_movement_of_order on stock_movement (order_id);
create trigger stock_movement_is_append_only before update or delete or truncate on stock_movement
  for each statement execute function refuse_change();
