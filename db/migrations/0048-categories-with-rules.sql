-- needs 0030-price-lists.sql
-- A program that does not know this yet fails where it would have taken a rule away, and takes nothing away.
-- What a price list takes off a category or a brand no longer goes with it without a word: as long as a list does so, they stay.
alter table price_rule
  drop constraint price_rule_category_id_fkey,
  drop constraint price_rule_brand_id_fkey,
  add constraint price_rule_category_id_fkey foreign key (category_id) references category,
  add constraint price_rule_brand_id_fkey foreign key (brand_id) references brand;

-- A removed list keeps nothing in the shop. It is then not restored, because it would take less off than it did.
alter table price_list add column has_lost_rules boolean not null default false,
  add constraint price_list_whole check (removed_at is not null or not has_lost_rules);

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
