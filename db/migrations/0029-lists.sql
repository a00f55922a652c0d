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
  position   integer not null check (position between 1 and 500),
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
