-- What staff sees and writes: the overview, customers, the shop's logo.

-- What came in and went back, by quarters of an hour: every time zone has its days of whole ones. The overview reads these few
-- rows instead of every order.
create table sales_quarter (
  starts_at timestamptz primary key,
  orders    integer not null default 0,
  -- Minor units of the shop's currency. A refund that fails after it was done takes back what it had added, when it fails.
  revenue   bigint not null default 0,
  refunded  bigint not null default 0
);

create function count_sales(at timestamptz, orders integer, revenue bigint, refunded bigint) returns void
language sql begin atomic
  insert into sales_quarter as sales (starts_at, orders, revenue, refunded)
  values (date_bin('15 minutes', at, timestamptz '2000-01-01 00:00Z'), orders, revenue, refunded)
  on conflict (starts_at) do update set orders = sales.orders + excluded.orders,
    revenue = sales.revenue + excluded.revenue, refunded = sales.refunded + excluded.refunded;
  -- Processes remember the days before yesterday: money that is dated back has them read anew.
  insert into change (topic) select 'sales_quarter' where at < now() - interval '1 day' on conflict do nothing;
end;

create function count_release() returns trigger language plpgsql as $$
begin
  perform count_sales(new.released_at, 1, 0, 0);
  return null;
end
$$;
-- On the day on which the money came, and once it pays an order: until then it is the customer's, not the shop's.
create function count_allocation() returns trigger language plpgsql as $$
begin
  perform count_sales((select paid_at from payment where id = new.payment_id), 0, new.amount, 0);
  return null;
end
$$;
create function count_refund() returns trigger language plpgsql as $$
begin
  perform count_sales(now(), 0, 0, new.refunded - old.refunded);
  return null;
end
$$;
-- When the transaction ends: all who sell in one quarter of an hour write the same row, and hold it for that moment alone.
create constraint trigger order_is_counted after update of released_at on orders
  deferrable initially deferred for each row when (old.released_at is null and new.released_at is not null)
  execute function count_release();
create constraint trigger order_placed_is_counted after insert on orders
  deferrable initially deferred for each row when (new.released_at is not null) execute function count_release();
-- Runs behind the trigger that locks what its account has bought, by its name.
create constraint trigger allocation_is_counted after insert on payment_allocation
  deferrable initially deferred for each row execute function count_allocation();
create constraint trigger payment_back_is_counted after update of refunded on payment
  deferrable initially deferred for each row when (old.refunded is distinct from new.refunded)
  execute function count_refund();

-- Whom and what the overview names first, counted anew every ten minutes. No foreign key: who is gone is left out when it is read.
create table best_list (
  kind       text not null check (kind in ('tool', 'account')),
  position   integer not null check (position >= 1),
  subject_id uuid not null,
  -- Of an account.
  orders     integer,
  -- Units of a tool; of an account what it has paid and kept, in minor units.
  amount     bigint not null,
  primary key (kind, position)
);

-- The day, by the shop's clock, whose digest has gone out (decision 30). One row, so that a day that was is never told again.
create table digest (
  is_only boolean primary key default true check (is_only),
  day     date not null
);

-- What staff has written about a customer, and why it blocked or unblocked one.
create table account_note (
  id         uuid primary key,
  account_id uuid not null references account on delete cascade,
  kind       text not null check (kind in ('note', 'blocked', 'unblocked')),
  text       text not null,
  -- Null when the account of its author was deleted.
  author_id  uuid references account on delete set null,
  at         timestamptz not null
);
create index account_note_of_account on account_note (account_id, id);
create index account_note_of_author on account_note (author_id);

-- Every picture that was the shop's logo once. It is kept: mails that were sent show it, and an owner may take a change back.
create table shop_logo (
  image_id uuid primary key references image,
  since    timestamptz not null
);
