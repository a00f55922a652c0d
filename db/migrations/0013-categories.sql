-- A shop makes its own categories. However a name is capitalised, it is the same category: files name them, too.
create unique index category_name_folded on category (lower(name));

-- Whether a category has any tool, those that are sold no longer included.
create index tool_category on tool (category_id);

-- Searches find tools by their category's name.
create function note_category_renamed() returns trigger language plpgsql as $$
begin
  insert into change (topic, tool_id, tool_ordinal)
  select 'tool', id, ordinal from tool where category_id = new.id and archived_at is null
  on conflict do nothing;
  return null;
end $$;
create trigger category_renamed after update on category for each row
  when (new.name is distinct from old.name) execute function note_category_renamed();
