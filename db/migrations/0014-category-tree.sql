-- Categories are a tree. A row says in full where it stands in it, so that lists, addresses and files need no walk upwards:
-- `path` is made of the slugs (`brakes/brake-pads`), `full_name` of the names (`Brakes > Brake Pads`).
alter table category
  add column parent_id uuid references category,
  -- Among its siblings; those alike stand by their names.
  add column position  integer not null default 0,
  -- What buyers read above the list.
  add column text      text not null default '',
  add column is_hidden boolean not null default false,
  -- Neither it nor any category above it is hidden.
  add column is_shown  boolean not null default true,
  add column path      text not null default '',
  add column full_name text not null default '';
create index category_parent on category (parent_id);

create function place_category() returns trigger language plpgsql as $$
declare above category;
begin
  -- Whoever moves or renames the category above is waited for: its path is part of this one's.
  select * into above from category where id = new.parent_id for share;
  new.path := concat_ws('/', above.path, new.slug);
  new.full_name := concat_ws(' > ', above.full_name, new.name);
  new.is_shown := not new.is_hidden and coalesce(above.is_shown, true);
  return new;
end $$;
create trigger category_placed before insert or update of parent_id, slug, name, is_hidden on category
  for each row execute function place_category();

create function place_categories_below() returns trigger language plpgsql as $$
begin
  update category set parent_id = parent_id where parent_id = new.id;
  return null;
end $$;
create trigger category_moved after update on category for each row
  when ((new.path, new.full_name, new.is_shown) is distinct from (old.path, old.full_name, old.is_shown))
  execute function place_categories_below();

-- In a database without any, nothing has changed that the feed could tell of.
do $$
begin
  if exists (select from category) then
    -- The sign stands between names from now on.
    update category set name = replace(name, '>', '-'), parent_id = null;
  end if;
end $$;

-- A name is its own among its siblings, however it is capitalised: in full it is so in the whole shop.
alter table category drop constraint category_name_key;
drop index category_name_folded;
create unique index category_full_name_folded on category (lower(full_name));
-- Files name a category by its own name alone where there is one of that name.
create index category_name_folded on category (lower(name));
alter table category
  alter column path drop default,
  alter column full_name drop default,
  add constraint category_depth check (cardinality(string_to_array(path, '/')) <= 5),
  -- Between the names of a path, in files and wherever people write one.
  add constraint category_name_without_arrow check (position('>' in name) = 0),
  add constraint category_slug_form check (slug <> '' and slug !~ '[/?#%[:space:]]');

-- Slugs that categories had: their addresses lead on for ever.
create table category_address (
  slug        text primary key,
  category_id uuid not null references category on delete cascade
);
create index category_address_of on category_address (category_id);
create trigger category_address_changes after insert or update or delete on category_address
  for each statement execute function note_table_change();
