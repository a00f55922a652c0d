-- Of the units that go back to the shelf, those that had left: a customer sends them back. The others never left the shop. What an
-- earlier release writes says nothing of it: to that, all of them are units that had not left.
alter table order_line add column sent_back_quantity integer not null default 0
  constraint order_line_sent_back_within check (sent_back_quantity between 0 and shipped_quantity);
alter table refund_line add column sent_back integer not null default 0
  constraint refund_line_sent_back_within check (sent_back between 0 and quantity);

-- Until now those that had not left went back first: what an order shows stays as it is.
update order_line set sent_back_quantity = shipped_quantity + refunded_quantity + returning_quantity - quantity
where shipped_quantity + refunded_quantity + returning_quantity > quantity;

-- Each refund has its share: those on their way first, for they can fail, and then so many units are to leave again as before.
with line as (
  select order_id, position, sent_back_quantity from order_line where sent_back_quantity > 0
), part as (
  select part.refund_id, part.position, line.sent_back_quantity, part.quantity,
    coalesce(sum(part.quantity) over (
      partition by part.order_id, part.position order by refund.units_returned, refund.id
      rows between unbounded preceding and 1 preceding), 0) as before
  from line
    join refund_line part on part.order_id = line.order_id and part.position = line.position
    join refund on refund.id = part.refund_id
  where refund.state = 'requested' or refund.units_returned
)
update refund_line set sent_back = least(part.quantity, part.sent_back_quantity - part.before)
from part
where refund_line.refund_id = part.refund_id and refund_line.position = part.position and part.sent_back_quantity > part.before;
