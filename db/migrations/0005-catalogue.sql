create table brand (
  id   uuid primary key,
  name text not null unique
);
-- A brand is made at its first use, however it is typed.
create unique index brand_name_folded on brand (lower(name));

create table category (
  id       uuid primary key,
  slug     text not null unique,
  name     text not null unique,
  image_id uuid references image
);
-- What a job asks of every picture: does anything refer to it?
create index category_of_image on category (image_id);

create table tool (
  id               uuid primary key,
  name             text not null,
  description      text not null,
  tags             text[] not null default '{}',
  part_number      text,
  brand_id         uuid references brand,
  category_id      uuid references category,
  image_id         uuid references image,
  -- A picture on another host, for tools that bring an address instead of a file.
  image_url        text,
  -- Minor units of the shop's currency.
  price            bigint not null check (price > 0),
  minimum_quantity integer not null check (minimum_quantity >= 1),
  -- Units in the house, and those of them that unpaid orders hold. What can be ordered is the rest.
  on_hand          integer not null check (on_hand >= 0),
  reserved         integer not null default 0,
  free             integer not null generated always as (on_hand - reserved) stored,
  rating_total     integer not null default 0,
  rating_count     integer not null default 0,
  version          integer not null default 1,
  archived_at      timestamptz,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  -- The tool's short number, for the large tables and the search index.
  ordinal          integer generated always as identity,
  -- Fits whatever it is used on: oil, a torque wrench. Such a part has no fitment.
  is_universal     boolean not null default false,
  -- Of the reserved units, those that buyers with an unconfirmed email hold.
  held_unconfirmed integer not null default 0,
  constraint tool_ordinal_once unique (ordinal),
  constraint tool_reserved_within_stock check (reserved between 0 and on_hand),
  constraint tool_rating_within_scale check (rating_count >= 0 and rating_total between 0 and 5 * rating_count),
  constraint tool_held_unconfirmed_within check (held_unconfirmed between 0 and greatest(reserved, 0))
);
-- The shop's lists: newest first, paged by id, which sorts by time.
create index tool_newest on tool (id desc) where archived_at is null;
create index tool_of_category on tool (category_id, id desc) where archived_at is null;
create index tool_of_image on tool (image_id);
create unique index tool_part_number on tool (brand_id, part_number) where archived_at is null;

-- Units sold a day, kept by the writer that marks an order paid: what "most sold in 90 days" reads.
create table tool_sales (
  day     date not null,
  tool_id uuid not null references tool,
  units   integer not null check (units >= 0),
  primary key (day, tool_id)
);
create index tool_sales_of_tool on tool_sales (tool_id, day);

-- What is true of the shop as a whole, in the one row there can be; the first start writes it.
create table shop_fact (
  only_row boolean primary key default true check (only_row),
  -- Prices are bare minor units: 500 is $5.00, ¥500 or 0.500 KD. This says of which currency those of the tools are.
  currency text not null check (currency ~ '^[a-z]{3}$')
);
