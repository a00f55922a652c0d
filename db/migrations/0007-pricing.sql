-- Who pays what, beside the price of the tool itself: lists of prices, each given to everyone, to a group of customers or to one
-- company.

create table customer_group (
  id         uuid primary key,
  name       text not null check (name = btrim(name) and length(name) between 1 and 80),
  version    integer not null default 1,
  created_at timestamptz not null
);
create unique index customer_group_name on customer_group (lower(name));

create table customer_group_member (
  group_id   uuid not null references customer_group on delete cascade,
  account_id uuid not null references account on delete cascade,
  primary key (group_id, account_id)
);
create index customer_group_of_account on customer_group_member (account_id);

create table price_list (
  id                uuid primary key,
  -- Later lists have higher ones.
  ordinal           integer not null generated always as identity,
  name              text not null check (name = btrim(name) and length(name) between 1 and 80),
  currency          text not null check (currency ~ '^[a-z]{3}$'),
  -- Whether its prices include tax.
  is_gross          boolean not null,
  -- Days by the shop's clock, both of them included.
  from_day          date,
  until_day         date,
  priority          integer not null default 0,
  audience          text not null check (audience in ('everyone', 'group', 'company')),
  group_id          uuid references customer_group,
  company_id        uuid references company,
  -- Of whatever it has a price for, unless the entry says otherwise.
  minimum_quantity  integer check (minimum_quantity >= 1),
  quantity_multiple integer check (quantity_multiple >= 1),
  version           integer not null default 1,
  -- How often its entries have changed: a file goes in if the list is still as it was when the file was looked at.
  entries_version   bigint not null default 1,
  created_at        timestamptz not null,
  removed_at        timestamptz,
  -- A category went whose rule it had, once it was removed: it is not restored, because it would take less off than it did.
  has_lost_rules    boolean not null default false,
  constraint price_list_days check (from_day <= until_day),
  -- Whom a removed list was given to may be gone; it is then not restored.
  constraint price_list_given check ((audience = 'group' or group_id is null) and (audience = 'company' or company_id is null)
    and (removed_at is not null or (group_id is not null) = (audience = 'group')
      and (company_id is not null) = (audience = 'company'))),
  constraint price_list_whole check (removed_at is not null or not has_lost_rules)
);
create unique index price_list_name on price_list (lower(name)) where removed_at is null;
-- What holds for a buyer is found from the buyer's side, past the lists of all others and those that are over.
create index price_list_of_everyone on price_list (coalesce(until_day, 'infinity'))
  where audience = 'everyone' and removed_at is null;
create index price_list_of_group on price_list (group_id, coalesce(until_day, 'infinity')) where removed_at is null;
create index price_list_of_company on price_list (company_id, coalesce(until_day, 'infinity')) where removed_at is null;
create index price_list_newest on price_list (id desc) where removed_at is null;

-- Prices by quantity: each from so many units on, the least quantity first.
create function tiers_are_sound(from_quantities integer[], prices bigint[]) returns boolean immutable strict language plpgsql as $$
begin
  if cardinality(from_quantities) <> cardinality(prices) or cardinality(prices) > 20 then return false; end if;
  for at in 1 .. cardinality(prices) loop
    if prices[at] is null or prices[at] < 1 or from_quantities[at] is null or from_quantities[at] < 1 then return false; end if;
    if at > 1 and from_quantities[at] <= from_quantities[at - 1] then return false; end if;
  end loop;
  return true;
end $$;

-- What a list says of one tool.
create table price_entry (
  list_id           uuid not null references price_list,
  tool_id           uuid not null references tool,
  -- Minor units of the list's currency.
  from_quantities   integer[] not null,
  prices            bigint[] not null,
  minimum_quantity  integer check (minimum_quantity >= 1),
  quantity_multiple integer check (quantity_multiple >= 1),
  version           integer not null default 1,
  primary key (list_id, tool_id),
  constraint price_entry_tiers check (tiers_are_sound(from_quantities, prices)),
  constraint price_entry_says_something
    check (cardinality(prices) > 0 or minimum_quantity is not null or quantity_multiple is not null)
);
create index price_entry_of_tool on price_entry (tool_id);

create function note_entries_changed() returns trigger language plpgsql as $$
begin
  update price_list set entries_version = entries_version + 1 where id in (select distinct list_id from touched);
  return null;
end $$;
-- Named so that they run before those that raise the version of all prices: the list is locked first, as everywhere.
create trigger price_entries_added after insert on price_entry referencing new table as touched
  for each statement execute function note_entries_changed();
create trigger price_entries_changed after update on price_entry referencing new table as touched
  for each statement execute function note_entries_changed();
create trigger price_entries_gone after delete on price_entry referencing old table as touched
  for each statement execute function note_entries_changed();

-- What a list takes off the tools' own prices: in a category and below, of a brand, or off all of them. As long as a list does so,
-- the category and the brand stay.
create table price_rule (
  id          uuid primary key,
  list_id     uuid not null references price_list,
  category_id uuid references category,
  brand_id    uuid references brand,
  -- Millionths.
  discount    integer not null check (discount between 1 and 999999),
  constraint price_rule_once unique nulls not distinct (list_id, category_id, brand_id),
  constraint price_rule_of_one check (category_id is null or brand_id is null)
);
create index price_rule_of_category on price_rule (category_id) where category_id is not null;
create index price_rule_of_brand on price_rule (brand_id) where brand_id is not null;

-- A removed list keeps nothing in the shop.
create function drop_rules_of_removed_lists() returns trigger language plpgsql as $$
begin
  with lost as (
    delete from price_rule rule using price_list list
    where list.id = rule.list_id and list.removed_at is not null and rule.category_id = old.id
    returning list.id
  )
  update price_list set has_lost_rules = true where id in (select id from lost);
  return old;
end $$;
create trigger category_leaves_removed_lists before delete on category
  for each row execute function drop_rules_of_removed_lists();

-- How often prices have changed: whoever orders at what was read before compares it.
create table price_state (
  only_row boolean primary key default true check (only_row),
  version  bigint not null default 1
);
insert into price_state default values;

create function note_prices_changed() returns trigger language plpgsql as $$
begin
  if not exists (select from touched) then return null; end if;
  update price_state set version = version + 1;
  insert into change (topic) values ('price_list') on conflict do nothing;
  return null;
end $$;
do $$
declare name text;
begin
  foreach name in array array['customer_group_member', 'price_list', 'price_entry', 'price_rule'] loop
    execute format('create trigger %1$I_added after insert on %1$I referencing new table as touched
      for each statement execute function note_prices_changed()', name);
    execute format('create trigger %1$I_changed after update on %1$I referencing new table as touched
      for each statement execute function note_prices_changed()', name);
    execute format('create trigger %1$I_gone after delete on %1$I referencing old table as touched
      for each statement execute function note_prices_changed()', name);
  end loop;
end $$;

-- Files of prices, on their way into a list: read and looked at first, taken in once, and taken back while they are the list's last
-- one. A job does it: it may take minutes.
create table price_file (
  id               uuid primary key,
  -- Later files have higher ones: ids are made by the clocks of several processes.
  number           bigint generated by default as identity,
  list_id          uuid not null references price_list,
  name             text not null check (length(name) <= 200),
  -- Whether products that the file does not name leave the list.
  replaces         boolean not null,
  -- `settled`: a later file came into the list, so this one stays.
  state            text not null
    check (state in ('reading', 'planned', 'committing', 'committed', 'undoing', 'undone', 'settled', 'failed')),
  -- How much of it has been read, from 0 to 1.
  read_share       real not null default 1,
  -- What somebody said of a file that leaves its letters, its decimal sign or its sheet open, what it left open, and how it was read.
  choices          jsonb not null default '{}',
  asks             text,
  reading          jsonb,
  -- Why nothing of it was taken.
  failure          text,
  -- That of its list when it was looked at.
  entries_version  bigint,
  rows             integer not null,
  added            integer not null,
  changed          integer not null,
  removed          integer not null,
  unchanged        integer not null,
  refused          integer not null,
  -- The first rows that cannot be taken, each with its line and why.
  problems         jsonb not null,
  -- Products that somebody has changed after it went in, which an undo has left as they are.
  left_alone       integer,
  -- Who asked for the step that is being done: a job that was lost and is sent again does what this account may do by then.
  asked_actor_kind text,
  asked_actor_id   uuid,
  created_at       timestamptz not null,
  ended_at         timestamptz
);
-- One at a time is looked at, and one can be taken back.
create unique index price_file_planned on price_file (list_id) where state = 'planned';
create unique index price_file_committed on price_file (list_id) where state = 'committed';
create index price_file_of_list on price_file (list_id, id desc);
create unique index price_file_number on price_file (list_id, number desc);
create index price_file_working on price_file (id) where state in ('reading', 'committing', 'undoing');

-- The rows of a file that is being read: reading that died goes on behind the last of them.
create table price_file_row (
  file_id       uuid not null references price_file on delete cascade,
  line          integer not null,
  part          text not null,
  brand         text,
  from_quantity integer not null,
  price         bigint not null,
  minimum       integer,
  multiple      integer,
  -- Which tool it means; or why it cannot be taken.
  tool_id       uuid,
  problem       text,
  primary key (file_id, line),
  constraint price_file_row_judged check (tool_id is not null or problem is not null)
);

-- What a file does to a product of its list. Before and after are as in `price_entry`; null where the list says nothing.
create table price_file_entry (
  file_id         uuid not null references price_file on delete cascade,
  tool_id         uuid not null references tool,
  -- By which numbers, as numbers are compared, and of which brand the file names it.
  numbers         text[],
  brand           text,
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

-- What everyone pays for the least that is sold of a tool, and in which quantities it is sold to everyone, where a price list says
-- otherwise than the tool. Lists, searches and published files show, sort and filter by it. A job keeps it
-- (`pricing/everyones-prices.server.ts`).
create table everyones_price (
  tool_id           uuid primary key references tool on delete cascade,
  -- Minor units of the shop's currency.
  price             bigint not null check (price >= 1),
  minimum_quantity  integer not null check (minimum_quantity >= 1),
  quantity_multiple integer not null check (quantity_multiple >= 1)
);

-- Tools whose price the job is to look at, as often as something has changed it; without a tool, all that a list may be about. Whoever
-- changes a price only adds a row, and waits for nobody.
create table price_due (
  id      bigint generated always as identity primary key,
  tool_id uuid
);
create index price_due_of_all on price_due (id) where tool_id is null;
insert into price_due (tool_id) values (null);

-- The day and the settings by which the job looked at all of them last.
create table everyones_price_state (
  only_row boolean primary key default true check (only_row),
  made_by  text not null
);
insert into everyones_price_state (made_by) values ('');

create function note_everyones_prices() returns trigger language plpgsql as $$
begin
  insert into change (topic, tool_id, tool_ordinal)
  select 'tool', tool.id, tool.ordinal from touched join tool on tool.id = touched.tool_id
  on conflict do nothing;
  return null;
end $$;
create trigger everyones_prices_added after insert on everyones_price referencing new table as touched
  for each statement execute function note_everyones_prices();
create trigger everyones_prices_changed after update on everyones_price referencing new table as touched
  for each statement execute function note_everyones_prices();
create trigger everyones_prices_gone after delete on everyones_price referencing old table as touched
  for each statement execute function note_everyones_prices();

create function tools_are_due() returns trigger language plpgsql as $$
begin
  insert into price_due (tool_id) select id from touched;
  return null;
end $$;
create trigger tools_added_are_due after insert on tool referencing new table as touched
  for each statement execute function tools_are_due();

create function tool_is_due() returns trigger language plpgsql as $$
begin
  insert into price_due (tool_id) values (new.id);
  return null;
end $$;
-- Named columns: an order writes none of them, and pays nothing for this.
create trigger tool_changed_is_due
  after update of price, category_id, brand_id, minimum_quantity, quantity_multiple, archived_at on tool for each row
  when ((old.price, old.category_id, old.brand_id, old.minimum_quantity, old.quantity_multiple, old.archived_at)
    is distinct from
    (new.price, new.category_id, new.brand_id, new.minimum_quantity, new.quantity_multiple, new.archived_at))
  execute function tool_is_due();

create function all_is_due() returns trigger language plpgsql as $$
begin
  insert into price_due (tool_id) values (null);
  return null;
end $$;
create trigger category_moved_is_due after update of parent_id on category for each row
  when (old.parent_id is distinct from new.parent_id) execute function all_is_due();
create trigger list_added_is_due after insert on price_list for each row
  when (new.audience = 'everyone') execute function all_is_due();
create trigger list_changed_is_due
  after update of currency, is_gross, from_day, until_day, priority, audience, minimum_quantity, quantity_multiple, removed_at
  on price_list for each row when (old.audience = 'everyone' or new.audience = 'everyone') execute function all_is_due();

create function rules_are_due() returns trigger language plpgsql as $$
begin
  if exists (select from touched join price_list list on list.id = touched.list_id where list.audience = 'everyone') then
    insert into price_due (tool_id) values (null);
  end if;
  return null;
end $$;
create function entries_are_due() returns trigger language plpgsql as $$
begin
  insert into price_due (tool_id)
  select touched.tool_id from touched join price_list list on list.id = touched.list_id where list.audience = 'everyone';
  return null;
end $$;
do $$
declare part text[];
begin
  foreach part slice 1 in array array[['price_rule', 'rules_are_due'], ['price_entry', 'entries_are_due']] loop
    execute format('create trigger %1$I_added_is_due after insert on %1$I referencing new table as touched
      for each statement execute function %2$I()', part[1], part[2]);
    execute format('create trigger %1$I_changed_is_due after update on %1$I referencing new table as touched
      for each statement execute function %2$I()', part[1], part[2]);
    execute format('create trigger %1$I_gone_is_due after delete on %1$I referencing old table as touched
      for each statement execute function %2$I()', part[1], part[2]);
  end loop;
end $$;
