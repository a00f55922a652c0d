-- Before a slug was a category's own among its siblings alone, an address led by its last slug, whatever stood above. So what is below a
-- category that was renamed then had addresses by the names before, which no path of it says yet.
with recursive known as (
  select id, slug from category
  union select category_id, slug from category_address
), place as (
  select id, path from category
  union select category_id, path from category_path
  union
  select below.id, place.path || '/' || known.slug
  from place join category below on below.parent_id = place.id join known on known.id = below.id
)
insert into category_path (path, category_id)
select distinct on (path) path, id from place
where not exists (select from category where category.path = place.path)
order by path, id
on conflict do nothing;
