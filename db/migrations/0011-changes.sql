-- What visitors are shown has changed: one feed, which every process's response cache and search index follow. A transaction
-- that began earlier may commit later, so a reader asks by `writer` for what its last snapshot did not show, and never by time.
create table change (
  writer       xid8 not null default pg_current_xact_id(),
  -- `tool` where lists and searches may differ, `stock` where only the tool itself does, else the name of a table.
  topic        text not null,
  tool_id      uuid,
  tool_ordinal integer,
  at           timestamptz not null default now(),
  constraint change_once unique nulls not distinct (writer, topic, tool_ordinal)
);
create index change_at on change (at);

create function note_table_change() returns trigger language plpgsql as $$
begin
  insert into change (topic) values (tg_table_name) on conflict do nothing;
  return null;
end $$;

do $$
declare name text;
begin
  foreach name in array array['brand', 'category', 'review', 'tool_sales', 'make', 'model', 'engine', 'vehicle',
    'vehicle_alias', 'data_source', 'fitment', 'part_number', 'supersession']
  loop
    execute format('create trigger %1$I_changes after insert or update or delete on %1$I
      for each statement execute function note_table_change()', name);
  end loop;
end $$;

create function note_tools_added() returns trigger language plpgsql as $$
begin
  insert into change (topic, tool_id, tool_ordinal) select 'tool', id, ordinal from added on conflict do nothing;
  return null;
end $$;
create function note_tools_gone() returns trigger language plpgsql as $$
begin
  insert into change (topic, tool_id, tool_ordinal) select 'tool', id, ordinal from gone on conflict do nothing;
  return null;
end $$;
create function note_tools_changed() returns trigger language plpgsql as $$
begin
  -- What a list or a search finds, filters, counts or sorts by. Of the stock that is whether it can be ordered: not each order
  -- changes every list.
  insert into change (topic, tool_id, tool_ordinal)
  select
    case when
      (was.name, was.description, was.tags, was.part_number, was.brand_id, was.category_id, was.price, was.is_universal,
        was.rating_total, was.rating_count, was.archived_at, was.on_hand - was.reserved >= was.minimum_quantity)
      is distinct from
      (now.name, now.description, now.tags, now.part_number, now.brand_id, now.category_id, now.price, now.is_universal,
        now.rating_total, now.rating_count, now.archived_at, now.on_hand - now.reserved >= now.minimum_quantity)
    then 'tool' else 'stock' end,
    now.id, now.ordinal
  from before was join after now on now.ordinal = was.ordinal
  where was is distinct from now
  on conflict do nothing;
  return null;
end $$;
create trigger tools_added after insert on tool referencing new table as added
  for each statement execute function note_tools_added();
create trigger tools_gone after delete on tool referencing old table as gone
  for each statement execute function note_tools_gone();
create trigger tools_changed after update on tool referencing old table as before new table as after
  for each statement execute function note_tools_changed();
