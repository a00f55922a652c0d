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

-- An order goes in parcels: one for all of it, or several. `carrier` and `tracking` of the order are those of the last one, once
-- all of its units have left.
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

-- Units that have left the shop.
alter table order_line
  add column shipped_quantity integer not null default 0,
  add constraint order_line_shipped_within check (shipped_quantity between 0 and quantity);

-- What was shipped before went in one parcel.
update order_line set shipped_quantity = quantity from orders
where orders.id = order_line.order_id and orders.fulfilment_state in ('shipped', 'delivered');
with sent as (
  insert into parcel (id, order_id, carrier, tracking, shipped_at)
  select gen_random_uuid(), id, carrier, tracking,
    coalesce((select min(at) from order_event where order_id = orders.id and kind = 'shipped'), paid_at)
  from orders where fulfilment_state in ('shipped', 'delivered')
  returning id, order_id
)
insert into parcel_line (parcel_id, order_id, position, quantity)
select sent.id, sent.order_id, line.position, line.quantity
from sent join order_line line on line.order_id = sent.order_id;

-- An unpaid order lets go of some units when they are cancelled, and of the rest at its end, once.
alter table stock_movement
  add column is_part boolean not null default false,
  add constraint stock_movement_part check (not is_part or reason = 'released');
drop index stock_movement_once;
create unique index stock_movement_once on stock_movement (order_id, tool_id, (reason = 'reserved'))
  where reason in ('reserved', 'sold', 'released') and not is_part;

alter table order_mail drop constraint order_mail_kind_check,
  add constraint order_mail_kind_check check (kind in ('placed', 'paid', 'expired', 'released', 'shipped', 'units-cancelled',
    'refunded', 'money-returned', 'money-returned-admin', 'refund-failed-admin', 'dispute-opened-admin',
    'dispute-closed-admin'));

-- The list of all orders, in the order in which they were placed, by state and by period.
drop index orders_by_payment_state;
drop index orders_by_fulfilment;
create index orders_by_placed on orders (placed_at desc, id desc);
create index orders_by_payment_state on orders (payment_state, placed_at desc, id desc);
create index orders_by_fulfilment on orders (fulfilment_state, placed_at desc, id desc) where fulfilment_state is not null;

-- A filter of that list under a name: its account's own, or for everybody who sees the list.
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
