-- At how many free units a tool should be bought again; none where nobody said. Whether it is that low is a column: an index on
-- what changes with each order would have every order write every index of its tool anew, and this changes seldom.
alter table tool
  add column low_stock_level integer check (low_stock_level >= 0),
  add column is_low boolean not null
    generated always as (archived_at is null and coalesce(on_hand - reserved <= low_stock_level, false)) stored;
create index tool_low on tool (id desc) where is_low;
