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

  -- Whether the buyer's email was unconfirmed when the order was placed.
  unconfirmed        boolean not null default false,
  -- What a list of all orders finds by. Generated, so that an order that loses its customer's data loses it here too.
  search             text not null generated always as
    (lower(number || E'\n' || customer_name || E'\n' || customer_email || E'\n' || company_name)) stored,

  idempotency_key         text,
  idempotency_fingerprint text,
  constraint order_once_an_idempotency_key unique (account_id, idempotency_key),
  constraint order_paid_when check ((paid_at is not null) = (payment_state in ('paid', 'part-refunded', 'refunded'))),
  constraint order_fulfilled_when_paid check ((fulfilment_state is not null) = (paid_at is not null)),
  constraint order_closed_when check ((closed_at is not null) = (payment_state in ('cancelled', 'expired'))),
  -- An order's sum is the sum of its parts.
  constraint orders_worth_their_parts check (tax >= shipping_tax
    and total = goods + shipping_net + case when prices_include_tax then shipping_tax else tax end),
  constraint orders_shipped_by check ((carrier is not null) = (coalesce(fulfilment_state, 'open') <> 'open'))
);
create index orders_of_account on orders (account_id, id desc);
create index orders_to_expire on orders (reserved_until) where payment_state = 'unpaid';
-- What an account holds, or held until lately, is asked at each order: few, among all that it ever ordered.
create index orders_held on orders (account_id, closed_at) where payment_state in ('unpaid', 'expired', 'cancelled');
-- The list of all orders: by state, by total, by what a person types.
create index orders_by_payment_state on orders (payment_state, id desc);
create index orders_by_fulfilment on orders (fulfilment_state, id desc) where fulfilment_state is not null;
create index orders_by_total on orders (total, id);

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
  -- Units that come back with a refund that is on its way.
  returning_quantity integer not null default 0,
  net               bigint not null check (net >= 0),
  tax_rate          integer not null check (tax_rate >= 0),
  tax               bigint not null check (tax >= 0),
  -- What the buyer was told about the fit, and acknowledged: stays as it was said.
  fit               jsonb,
  primary key (order_id, position),
  constraint order_line_refunded_within
    check (refunded_quantity >= 0 and returning_quantity >= 0 and refunded_quantity + returning_quantity <= quantity),
  constraint order_line_worth_its_units check (unit_price * quantity in (net, net + tax))
);
create index order_line_of_tool on order_line (tool_id, order_id);
-- Orders keep the address of a picture that the buyer saw.
create index order_line_of_image on order_line (image) where image is not null;

-- Trigrams find a text within a text. PostgreSQL brings them, but a slim installation may leave them out: there the
-- search reads every order, and finds the same.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index orders_search on orders using gin (search gin_trgm_ops);
    create index order_line_search on order_line using gin (lower(tool_name) gin_trgm_ops);
  end if;
exception when insufficient_privilege or undefined_object then
  raise notice 'without the extension pg_trgm within reach, the search of all orders reads every order';
end
$$;

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
  check (on_hand_change <> 0 or reserved_change <> 0),
  -- A movement is what its reason says.
  constraint stock_movement_why check (case reason
    when 'reserved' then on_hand_change = 0 and reserved_change > 0 and order_id is not null
    when 'released' then on_hand_change = 0 and reserved_change < 0 and order_id is not null
    when 'sold' then on_hand_change < 0 and reserved_change = on_hand_change and order_id is not null
    when 'returned' then on_hand_change > 0 and reserved_change = 0 and order_id is not null
    when 'corrected' then on_hand_change <> 0 and reserved_change = 0 and order_id is null
    else on_hand_change > 0 and reserved_change = 0 and order_id is null end)
);
create index stock_movement_of_tool on stock_movement (tool_id, id);
-- An order takes a tool's units once and lets go of them once: sold or released.
create unique index stock_movement_once on stock_movement (order_id, tool_id, (reason = 'reserved'))
  where reason in ('reserved', 'sold', 'released');
create trigger stock_movement_is_append_only before update or delete or truncate on stock_movement
  for each statement execute function refuse_change();

-- Mail that an order causes: written with its cause, handed to the mail queue once. `key` tells apart causes of one
-- kind, such as two refunds.
create table order_mail (
  id        uuid primary key,
  order_id  uuid not null references orders,
  kind      text not null check (kind in ('placed', 'paid', 'expired', 'released', 'shipped', 'refunded',
    'money-returned', 'money-returned-admin', 'refund-failed-admin', 'dispute-opened-admin', 'dispute-closed-admin')),
  key       text not null default '',
  at        timestamptz not null default now(),
  queued_at timestamptz,
  constraint order_mail_once_a_cause unique (order_id, kind, key)
);
create index order_mail_waiting on order_mail (id) where queued_at is null;

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
  checked_at    timestamptz,
  -- Counts the changes of its refunds: what the provider said before a change is not held against what came after.
  refund_changes integer not null default 0
);
create unique index payment_intent_live on payment_intent (order_id) where state = 'live';
create index payment_intent_of_order on payment_intent (order_id);
create index payment_intent_to_check on payment_intent (created_at) where state = 'live';
-- Money comes by an intent of the order that it pays, and as much as that asked for; it goes back the same way.
create unique index payment_intent_asks on payment_intent (id, order_id, amount, currency);
create unique index payment_intent_order on payment_intent (id, order_id);

-- Money that came: one row for an order, whatever was reported how often.
create table payment (
  id             uuid primary key,
  order_id       uuid not null unique references orders,
  provider       text not null,
  transaction_id text not null unique references payment_intent,
  amount         bigint not null check (amount > 0),
  currency       text not null,
  refunded       bigint not null default 0,
  -- Money on its way back: reserved when a refund is asked for, so that two of them never give back more than came.
  refunding      bigint not null default 0,
  paid_at        timestamptz not null,
  constraint payment_refunded_within check (refunded >= 0 and refunding >= 0 and refunded + refunding <= amount),
  constraint payment_of_its_intent
    foreign key (transaction_id, order_id, amount, currency) references payment_intent (id, order_id, amount, currency)
);

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
  -- Units that it brought back stay on the shelf, also when its money fails to arrive later.
  units_returned boolean not null default false,
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
create index provider_event_age on provider_event (received_at);

create table refund_line (
  refund_id uuid not null references refund,
  order_id  uuid not null,
  position  integer not null,
  quantity  integer not null check (quantity >= 1),
  primary key (refund_id, position),
  foreign key (order_id, position) references order_line
);
create index refund_line_of_order on refund_line (order_id, position);

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
