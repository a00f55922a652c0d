create table brand (
  id   uuid primary key,
  name text not null unique
);

-- A picture as stored: its renditions are files named by content, `{key}-{width}.{format}`.
create table image (
  id         uuid primary key,
  key        text not null unique,
  width      integer not null check (width > 0),
  height     integer not null check (height > 0),
  -- The account that uploaded it; none for the shop's own drawings.
  account_id uuid references account on delete set null,
  created_at timestamptz not null default now()
);

create table category (
  id       uuid primary key,
  slug     text not null unique,
  name     text not null unique,
  image_id uuid references image
);

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
  constraint tool_reserved_within_stock check (reserved between 0 and on_hand),
  constraint tool_rating_within_scale check (rating_count >= 0 and rating_total between 0 and 5 * rating_count)
);
-- The shop's lists: newest first, paged by id, which sorts by time.
create index tool_newest on tool (id desc) where archived_at is null;
create index tool_of_category on tool (category_id, id desc) where archived_at is null;
create unique index tool_part_number on tool (brand_id, part_number) where archived_at is null;

-- Units sold a day, kept by the writer that marks an order paid: what "most sold in 90 days" reads.
create table tool_sales (
  day     date not null,
  tool_id uuid not null references tool,
  units   integer not null check (units >= 0),
  primary key (day, tool_id)
);
create index tool_sales_of_tool on tool_sales (tool_id, day);

-- Reviews of the shop (no tool) and of tools. They wait for an admin's approval.
create table review (
  id             uuid primary key,
  account_id     uuid references account on delete set null,
  tool_id        uuid references tool,
  author         text not null,
  business       text,
  rating         integer not null check (rating between 1 and 5),
  body           text not null check (char_length(body) between 10 and 2000),
  image_id       uuid references image,
  verified_buyer boolean not null default false,
  state          text not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
  created_at     timestamptz not null default now()
);
create index review_of_shop on review (id desc) where tool_id is null and state = 'approved';
create unique index review_once_a_tool on review (account_id, tool_id) where tool_id is not null;
create unique index review_once_a_shop on review (account_id) where tool_id is null;
create index review_of_tool on review (tool_id);
