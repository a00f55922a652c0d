-- Files of prices, on their way into a list: looked at first, taken in once, and taken back while they are the list's last one.
create table price_file (
  id         uuid primary key,
  list_id    uuid not null references price_list,
  name       text not null check (length(name) <= 200),
  -- Whether products that the file does not name leave the list.
  replaces   boolean not null,
  -- `settled`: a later file came into the list, so this one stays.
  state      text not null check (state in ('planned', 'committed', 'undone', 'settled')),
  rows       integer not null,
  added      integer not null,
  changed    integer not null,
  removed    integer not null,
  unchanged  integer not null,
  refused    integer not null,
  -- The first rows that cannot be taken, each with its line and why.
  problems   jsonb not null,
  -- Products that somebody has changed since, which an undo has left as they are.
  left_alone integer,
  created_at timestamptz not null,
  ended_at   timestamptz
);
-- One at a time is looked at, and one can be taken back.
create unique index price_file_planned on price_file (list_id) where state = 'planned';
create unique index price_file_committed on price_file (list_id) where state = 'committed';
create index price_file_of_list on price_file (list_id, id desc);

-- What a file does to a product of its list. Before and after are as in `price_entry`; null where the list says nothing.
create table price_file_entry (
  file_id         uuid not null references price_file on delete cascade,
  tool_id         uuid not null references tool,
  effect          text not null check (effect in ('added', 'changed', 'removed')),
  before_froms    integer[],
  before_prices   bigint[],
  before_minimum  integer,
  before_multiple integer,
  after_froms     integer[],
  after_prices    bigint[],
  after_minimum   integer,
  after_multiple  integer,
  primary key (file_id, tool_id),
  constraint price_file_entry_sides check ((before_froms is null) = (effect = 'added') and (after_froms is null) = (effect = 'removed'))
);
create index price_file_entry_of_tool on price_file_entry (tool_id);
