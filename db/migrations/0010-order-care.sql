-- What an admin does with a paid order, and what its customer hears of it.

-- Money on its way back: reserved when a refund is asked for, so that two of them never give back more than came.
alter table payment add column refunding bigint not null default 0;
alter table payment drop constraint payment_refunded_within;
alter table payment add constraint payment_refunded_within
  check (refunded >= 0 and refunding >= 0 and refunded + refunding <= amount);

-- The same for units that come back with a refund.
alter table order_line add column returning_quantity integer not null default 0;
alter table order_line drop constraint order_line_refunded_within;
alter table order_line add constraint order_line_refunded_within
  check (refunded_quantity >= 0 and returning_quantity >= 0 and refunded_quantity + returning_quantity <= quantity);

-- `reason` says where a refund comes from: 'order-closed' (money for a dead order) or 'requested' (by an admin, in
-- whose words `note` is). `failure` is the provider's word for why it did not take it.
alter table refund
  add column note text,
  add column failure text,
  add column idempotency_key text,
  add column idempotency_fingerprint text,
  add constraint refund_once_an_idempotency_key unique (actor_id, idempotency_key),
  add constraint refund_reason check (reason in ('order-closed', 'requested'));

create table refund_line (
  refund_id uuid not null references refund,
  order_id  uuid not null,
  position  integer not null,
  quantity  integer not null check (quantity >= 1),
  primary key (refund_id, position),
  foreign key (order_id, position) references order_line
);
create index refund_line_of_order on refund_line (order_id, position);

-- The list of all orders: by state, by total, by what a person types. Generated, so that an order that loses its
-- customer's data loses it here too.
alter table orders add column search text not null generated always as
  (lower(number || E'\n' || customer_name || E'\n' || customer_email || E'\n' || company_name)) stored;
create index orders_by_payment_state on orders (payment_state, id desc);
create index orders_by_fulfilment on orders (fulfilment_state, id desc) where fulfilment_state is not null;
create index orders_by_total on orders (total, id);

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

-- Mail that an order causes: written with its cause, handed to the mail queue once. `key` tells apart causes of one
-- kind, such as two refunds.
create table order_mail (
  id        uuid primary key,
  order_id  uuid not null references orders,
  kind      text not null check (kind in ('placed', 'paid', 'expired', 'released', 'shipped', 'refunded',
    'money-returned', 'money-returned-admin', 'refund-failed-admin')),
  key       text not null default '',
  at        timestamptz not null default now(),
  queued_at timestamptz,
  constraint order_mail_once_a_cause unique (order_id, kind, key)
);
create index order_mail_waiting on order_mail (id) where queued_at is null;
