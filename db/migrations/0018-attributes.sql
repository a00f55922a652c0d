-- What tools of a category can say of themselves: an attribute belongs to one category, and to all below it.
create table attribute (
  id           uuid primary key,
  -- Its short number, by which tools keep their values of it. It is never given to another one.
  ordinal      integer generated always as identity,
  category_id  uuid not null references category on delete cascade,
  name         text not null,
  -- Made of the name, for addresses. Two names that make the same one count as the same name.
  slug         text not null,
  kind         text not null check (kind in ('text', 'number', 'yes-no', 'choice')),
  unit         text not null default '',
  -- In their order, each `{"key": 3, "name": "Steel"}`. Tools keep the key, which is never given to another one.
  choices      jsonb not null default '[]' check (jsonb_typeof(choices) = 'array'),
  -- How many choices it ever had: the next one has the key behind it.
  choices_made integer not null default 0,
  position     integer not null default 0,
  version      integer not null default 1,
  constraint attribute_ordinal_once unique (ordinal),
  constraint attribute_slug_once unique (category_id, slug),
  constraint attribute_unit_of_number check (unit = '' or kind = 'number')
);
create trigger attribute_changes after insert or update or delete on attribute
  for each statement execute function note_table_change();

-- By the attribute's number: `{"12": "58.5", "13": "yes", "14": "3"}`. Numbers are decimal text, choices their keys. What belongs to
-- no attribute of the tool's category is kept, and not shown.
alter table tool add column attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object');

create function note_attributes_changed() returns trigger language plpgsql as $$
begin
  insert into change (topic, tool_id, tool_ordinal) values ('tool', new.id, new.ordinal) on conflict do nothing;
  return null;
end $$;
create trigger tool_attributes_changed after update of attributes on tool for each row
  when (new.attributes is distinct from old.attributes) execute function note_attributes_changed();
