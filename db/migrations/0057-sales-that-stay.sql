-- needs 0056-everyones-prices.sql
-- In how many orders a tool was sold on a day; an earlier release counts none. Units and orders that went back, with all of their money
-- or to the shelf, are not sold.
alter table tool_sales add column orders integer not null default 0 check (orders >= 0);

with line as (
  select orders.paid_at::date as day, line.tool_id, orders.id as order_id, sum(line.quantity) as sold,
    case when orders.payment_state = 'refunded' then 0 else sum(line.quantity - line.refunded_quantity) end as kept
  from orders join order_line line on line.order_id = orders.id
  where orders.paid_at is not null and line.tool_id is not null
  group by orders.id, line.tool_id
), counted as (
  select day, tool_id, sum(sold - kept) as back, count(*) filter (where kept > 0) as orders from line group by day, tool_id
)
update tool_sales sales set units = greatest(0, sales.units - counted.back), orders = counted.orders
from counted where sales.day = counted.day and sales.tool_id = counted.tool_id;

-- Units that never left the shop are cancelled, and not returned.
alter table stock_movement
  drop constraint stock_movement_reason_check,
  drop constraint stock_movement_why,
  add constraint stock_movement_reason_check
    check (reason in ('opening', 'reserved', 'released', 'sold', 'cancelled', 'returned', 'restocked', 'corrected', 'counted')),
  add constraint stock_movement_why check (case reason
    when 'reserved' then on_hand_change = 0 and reserved_change > 0 and order_id is not null
    when 'released' then on_hand_change = 0 and reserved_change < 0 and order_id is not null
    when 'sold' then on_hand_change < 0 and reserved_change = on_hand_change and order_id is not null
    when 'cancelled' then on_hand_change > 0 and reserved_change = 0 and order_id is not null
    when 'returned' then on_hand_change > 0 and reserved_change = 0 and order_id is not null
    when 'corrected' then on_hand_change <> 0 and reserved_change = 0 and order_id is null
    when 'counted' then on_hand_change <> 0 and reserved_change = 0 and order_id is null and stock_take_id is not null
    else on_hand_change > 0 and reserved_change = 0 and order_id is null end);
