-- What an account has bought, beside it: orders that were paid, and what they brought less what went back. Its own row, so that
-- money that moves waits for no order that is being placed.
create table account_sales (
  account_id   uuid primary key references account on delete cascade,
  paid_orders  integer not null default 0 check (paid_orders >= 0),
  turnover     bigint not null default 0 check (turnover >= 0),
  last_paid_at timestamptz
);
insert into account_sales (account_id, paid_orders, turnover, last_paid_at)
select account.id, count(payment.id), coalesce(sum(payment.amount - payment.refunded), 0), max(payment.paid_at)
from account left join orders on orders.account_id = account.id left join payment on payment.order_id = orders.id
group by account.id;
-- The list of customers, by either.
create index account_sales_by_turnover on account_sales (turnover, account_id);
create index account_sales_by_orders on account_sales (paid_orders, account_id);

create function begin_account_sales() returns trigger language plpgsql as $$
begin
  insert into account_sales (account_id) values (new.id);
  return null;
end
$$;
create trigger account_begins_sales after insert on account for each row execute function begin_account_sales();

create function count_account_sales() returns trigger language plpgsql as $$
begin
  update account_sales set paid_orders = paid_orders + (tg_op = 'INSERT')::integer,
    turnover = turnover + new.amount - new.refunded - coalesce(old.amount - old.refunded, 0),
    last_paid_at = greatest(last_paid_at, new.paid_at)
  -- The order is locked: its buyer stays who it is.
  where account_id = (select account_id from orders where id = new.order_id);
  return null;
end
$$;
-- At the end of the transaction: what is locked last never keeps another one waiting crosswise. Triggers of one event run in the
-- order of their names: this row is locked before any that others share.
create constraint trigger payment_adds_to_account after insert or update of amount, refunded on payment
  deferrable initially deferred for each row execute function count_account_sales();

alter table account
  -- Since when it can place no orders and write no reviews.
  add column blocked_at timestamptz,
  add column search text not null generated always as (lower(display_name || E'\n' || email)) stored;
create index account_blocked on account (id) where blocked_at is not null;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index account_search on account using gin (search gin_trgm_ops);
  end if;
end
$$;

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
