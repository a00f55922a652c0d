-- Stock takes: what somebody has counted, against what the shop believed at that moment, booked once as one. The stock itself is the
-- catalogue's: `tool.on_hand`, and its movements.

create table stock_take (
  id         uuid primary key,
  -- What people call it.
  number     integer not null unique generated always as identity,
  note       text not null,
  state      text not null default 'open' check (state in ('open', 'booked', 'discarded')),
  actor_kind text not null,
  actor_id   uuid,
  created_at timestamptz not null,
  ended_at   timestamptz,
  constraint stock_take_ends check ((state = 'open') = (ended_at is null))
);

create sequence stock_count_n;

create table stock_count (
  take_id    uuid not null references stock_take,
  tool_id    uuid not null references tool,
  -- In the order of counting: the list shows the last one first.
  n          bigint not null default nextval('stock_count_n'),
  counted    integer not null check (counted >= 0),
  -- What was on hand as it was counted. The difference is of that moment, whatever is sold until it is booked.
  expected   integer not null check (expected >= 0),
  counted_at timestamptz not null,
  actor_kind text not null,
  actor_id   uuid,
  -- What became of the difference: held where orders hold units that would go, gone where the tool is no longer sold.
  outcome    text check (outcome in ('same', 'booked', 'held', 'gone')),
  primary key (take_id, tool_id)
);
create index stock_count_listed on stock_count (take_id, n desc);
create index stock_count_different on stock_count (take_id, n desc) where counted <> expected;
create index stock_count_of_tool on stock_count (tool_id);

-- A movement says which stock take it comes from. A stock take moves a tool's stock once.
alter table stock_movement add foreign key (stock_take_id) references stock_take;
create unique index stock_movement_once_a_take on stock_movement (stock_take_id, tool_id) where stock_take_id is not null;
