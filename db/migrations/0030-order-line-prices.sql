-- A line keeps how its price came about: the tool's own price, the list by which another one was paid, and from how many units on.
-- Not as a reference: a list may go, and what was agreed stays.
alter table order_line
  add column list_price    bigint check (list_price > 0),
  add column price_list_id uuid,
  add column price_list    text,
  add column tier_from     integer check (tier_from >= 1),
  add constraint order_line_priced_by check ((price_list_id is null) = (price_list is null)
    and (tier_from is null or price_list_id is not null));
