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
