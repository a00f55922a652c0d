-- A slug is a category's own among its siblings and no longer in the whole shop: what stands for a category is its path.
alter table category drop constraint category_slug_key;
create unique index category_path_once on category (path);
create index category_slug on category (slug);

-- Paths that categories had, and no longer slugs alone: `a/discs` and `b/discs` lead to different ones. What was in
-- `category_address` comes along; the release before this one still writes there.
create table category_path (
  path        text primary key,
  category_id uuid not null references category on delete cascade
);
create index category_path_of on category_path (category_id);
create trigger category_path_changes after insert or update or delete on category_path
  for each statement execute function note_table_change();

-- Where a category stood before it was moved, or became one with another, nobody has written down but the audit log, by names.
-- What stood in such a place had an address there.
create temporary table stood on commit drop as
  select above.path as above, moved.id, known.slug
  from (
    select category.id, category.slug, audit.before ->> 'place' as place
      from audit join category on category.id::text = audit.subject_id where audit.action = 'category.moved'
    union all
    select category.id, null, audit.before ->> 'name'
      from audit join category on lower(category.full_name) = lower(audit.after ->> 'into')
      where audit.action = 'category.removed'
  ) moved
    join lateral (
      select moved.slug where moved.slug is not null
      union select category_address.slug from category_address where category_id = moved.id
    ) known on true
    left join category above on lower(above.full_name) = lower(substring(moved.place from '^(.*) > '))
  where above.id is not null or position(' > ' in moved.place) = 0;

insert into category_path (path, category_id)
select concat_ws('/', above.path, address.slug), category.id
from category_address address join category on category.id = address.category_id
  left join category above on above.id = category.parent_id;

insert into category_path (path, category_id)
select concat_ws('/', stood.above, stood.slug, nullif(substr(below.path, length(category.path) + 2), '')), below.id
from stood join category on category.id = stood.id
  join category below on below.id = category.id or starts_with(below.path, category.path || '/')
on conflict do nothing;
delete from category_path address using category where category.path = address.path;

-- A bare slug may be the last part of an address that one had.
create index category_path_slug on category_path (substring(path from '[^/]*$'));

-- Whatever changes a path keeps the one before it.
create or replace function place_category() returns trigger language plpgsql as $$
declare above category;
begin
  -- Whoever moves or renames the category above is waited for: its path is part of this one's.
  select * into above from category where id = new.parent_id for share;
  new.path := concat_ws('/', above.path, new.slug);
  new.full_name := concat_ws(' > ', above.full_name, new.name);
  new.is_shown := not new.is_hidden and coalesce(above.is_shown, true);
  if tg_op = 'UPDATE' then
    if new.path <> old.path then
      delete from category_path where path = new.path;
      insert into category_path (path, category_id) values (old.path, new.id)
      on conflict (path) do update set category_id = excluded.category_id;
    end if;
  end if;
  return new;
end $$;

-- What a text means that somebody names a category by: an id, a path, a path that one had, a slug, a slug that one had. More
-- than one where a slug is that of several.
create function categories_called(said text) returns setof uuid language sql stable as $$
  select distinct id from (
    select id, rank() over (order by way) as place from (
      select id, 1 as way from category
        where id = case when said ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then said::uuid end
      union all select id, 2 from category where path = said
      union all select category_id, 3 from category_path where path = said
      union all select id, 4 from category where slug = said
      union all select category_id, 5 from category_path where substring(path from '[^/]*$') = said
    ) meant
  ) ranked where place = 1
$$;
