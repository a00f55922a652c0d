-- How a tool is sold: what its price and every quantity count, in which multiples, and what one of it weighs.
alter table tool
  add column sales_unit        text not null default 'each',
  -- How many are in the box, where it is sold by the box.
  add column box_quantity      integer,
  add column quantity_multiple integer not null default 1,
  add column weight_grams      integer,
  add constraint tool_sales_unit check (sales_unit in ('each', 'pair', 'set', 'box')),
  add constraint tool_box_quantity check (case when sales_unit = 'box' then box_quantity >= 2 else box_quantity is null end),
  -- The least that can be ordered is itself a quantity that can be ordered.
  add constraint tool_multiple check (quantity_multiple >= 1 and minimum_quantity % quantity_multiple = 0),
  add constraint tool_weight check (weight_grams >= 1);

-- An order keeps in what it was sold: a tool may be sold otherwise by the time that it is shipped.
alter table order_line
  add column sales_unit   text not null default 'each',
  add column box_quantity integer;
