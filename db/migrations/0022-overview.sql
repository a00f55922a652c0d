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
end;

create function count_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_sales(new.paid_at, 1, new.amount, new.refunded);
  else
    perform count_sales(now(), 0, 0, new.refunded - old.refunded);
  end if;
  return null;
end
$$;
-- When the transaction ends: all who sell in one quarter of an hour write the same row, and hold it for that moment alone.
create constraint trigger payment_is_counted after insert on payment
  deferrable initially deferred for each row execute function count_payment();
create constraint trigger payment_back_is_counted after update of refunded on payment
  deferrable initially deferred for each row when (old.refunded is distinct from new.refunded)
  execute function count_payment();

insert into sales_quarter (starts_at, orders, revenue)
select date_bin('15 minutes', paid_at, timestamptz '2000-01-01 00:00Z'), count(*), sum(amount) from payment group by 1;
insert into sales_quarter as sales (starts_at, refunded)
select date_bin('15 minutes', refund.done_at, timestamptz '2000-01-01 00:00Z'), sum(refund.amount)
from refund join payment on payment.transaction_id = refund.transaction_id where refund.state = 'done' group by 1
on conflict (starts_at) do update set refunded = excluded.refunded;

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
-- What somebody has to look at.
create index refund_failed on refund (id) where state = 'failed';
