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
  created_at        timestamptz not null,
  removed_at        timestamptz,
  constraint price_list_days check (from_day <= until_day),
  -- Whom a removed list was given to may be gone; it is then not restored.
  constraint price_list_given check ((audience = 'group' or group_id is null) and (audience = 'company' or company_id is null)
    and (removed_at is not null or (group_id is not null) = (audience = 'group')
      and (company_id is not null) = (audience = 'company')))
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

-- What a list takes off the tools' own prices: in a category and below, of a brand, or off all of them.
create table price_rule (
  id          uuid primary key,
  list_id     uuid not null references price_list,
  category_id uuid references category on delete cascade,
  brand_id    uuid references brand on delete cascade,
  -- Millionths.
  discount    integer not null check (discount between 1 and 999999),
  constraint price_rule_once unique nulls not distinct (list_id, category_id, brand_id),
  constraint price_rule_of_one check (category_id is null or brand_id is null)
);
create index price_rule_of_category on price_rule (category_id) where category_id is not null;
create index price_rule_of_brand on price_rule (brand_id) where brand_id is not null;

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

update account_role set permissions = permissions || '{prices}', version = version + 1
where key in ('admin', 'manager', 'accounts');
