-- The provider's intents that the shop opened. At most one of an order is live.
create table payment_intent (
  id            text primary key,
  provider      text not null,
  order_id      uuid not null references orders,
  client_secret text not null,
  amount        bigint not null check (amount > 0),
  currency      text not null,
  state         text not null default 'live' check (state in ('live', 'succeeded', 'canceled')),
  created_at    timestamptz not null default now(),
  checked_at    timestamptz
);
create unique index payment_intent_live on payment_intent (order_id) where state = 'live';
create index payment_intent_of_order on payment_intent (order_id);
create index payment_intent_to_check on payment_intent (created_at) where state = 'live';

-- Money that came: one row for an order, whatever was reported how often.
create table payment (
  id             uuid primary key,
  order_id       uuid not null unique references orders,
  provider       text not null,
  transaction_id text not null unique references payment_intent,
  amount         bigint not null check (amount > 0),
  currency       text not null,
  refunded       bigint not null default 0,
  paid_at        timestamptz not null,
  constraint payment_refunded_within check (refunded between 0 and amount)
);

create table refund (
  id             uuid primary key,
  order_id       uuid not null references orders,
  transaction_id text not null references payment_intent,
  provider_id    text unique,
  amount         bigint not null check (amount > 0),
  reason         text not null,
  state          text not null default 'requested' check (state in ('requested', 'done', 'failed')),
  actor_id       uuid,
  requested_at   timestamptz not null default now(),
  done_at        timestamptz
);
create index refund_of_order on refund (order_id);
-- Money that came for a dead order goes back once.
create unique index refund_of_dead_order on refund (transaction_id) where reason = 'order-closed';

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
