-- Of each customer who is called so, the newest orders are read from the index alone: an order lies on a page of its own.
drop index orders_of_account_by_placed;
create index orders_of_account_by_placed on orders (account_id, placed_at desc, id desc)
  include (payment_state, fulfilment_state, total);
