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

-- The job that a line was ordered for.
alter table order_line add column reference text;
