-- Against hoarding by throw-away accounts. Counted on rows that an order locks, so that a limit holds whatever runs at once.

-- Orders placed since the hour of the first of them began, deleted ones too.
alter table account
  add column hour_began   timestamptz,
  add column hour_ordered integer not null default 0 check (hour_ordered >= 0);

-- Whether the buyer's email was unconfirmed when the order was placed, and the units that such orders hold of a tool.
alter table orders add column unconfirmed boolean not null default false;
alter table tool add column held_unconfirmed integer not null default 0;
alter table tool add constraint tool_held_unconfirmed_within 
  check (held_unconfirmed between 0 and greatest(reserved, 0));

-- A hold that was deleted counts as well as one that expired.
drop index orders_held;
create index orders_held on orders (account_id, closed_at) where payment_state in ('unpaid', 'expired', 'cancelled');
