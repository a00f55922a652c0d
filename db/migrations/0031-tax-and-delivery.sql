-- By which rate a tool is taxed: a name, of which the shop's table says what it comes to where.
alter table tool
  add column tax_class text not null default 'standard',
  add constraint tool_tax_class check (tax_class ~ '^[a-z][a-z0-9-]{0,39}$');

-- A line keeps its class, and by which reason of EN 16931 it was taxed: it cannot be said later. What was ordered before was taxed
-- by the one rate of the shop. Written by rewriting the column, so that no trigger takes it for a change of an order.
alter table order_line
  add column tax_class  text not null default 'standard',
  add column tax_reason text;
alter table order_line
  alter column tax_reason type text using case when tax_rate = 0 then 'Z' else 'S' end,
  alter column tax_reason set not null,
  add constraint order_line_tax_class check (tax_class ~ '^[a-z][a-z0-9-]{0,39}$'),
  add constraint order_line_tax_reason
    check (tax_reason in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O') and (tax_reason = 'S') = (tax_rate > 0));

alter table orders
  add column shipping_tax_reason  text,
  -- Whether the tax was rounded for each line, or once for all that is taxed alike.
  add column tax_rounding         text not null default 'line',
  -- As the method was called and what it promised then: the shop's list of methods changes.
  add column delivery_method_name text not null default 'Standard delivery',
  add column delivery_days        integer,
  add column is_pick_up           boolean not null default false,
  drop constraint orders_delivery_method_check;
alter table orders
  alter column shipping_tax_reason type text using case when shipping_tax_rate = 0 then 'Z' else 'S' end,
  alter column shipping_tax_reason set not null,
  -- What the method cost, net or gross as the order's prices are.
  add column delivery_price bigint not null
    generated always as (case when prices_include_tax then shipping_net + shipping_tax else shipping_net end) stored,
  add constraint orders_shipping_tax_reason
    check (shipping_tax_reason in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O') and (shipping_tax_reason = 'S') = (shipping_tax_rate > 0)),
  add constraint orders_tax_rounding check (tax_rounding in ('line', 'group')),
  add constraint orders_delivery_method check (delivery_method ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  add constraint orders_delivery_method_name
    check (delivery_method_name = btrim(delivery_method_name) and length(delivery_method_name) between 1 and 80),
  add constraint orders_delivery_days check (delivery_days between 1 and 365);
