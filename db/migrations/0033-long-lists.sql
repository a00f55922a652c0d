-- Lists of a shop with a million orders and tools, found by a few letters.

-- By which names and addresses an account has ordered, each once: a customer is found by them, and orders are many. Not more of a
-- person than their orders have, and gone with the account.
create table customer_name (
  account_id uuid not null references account on delete cascade,
  search     text not null,
  primary key (account_id, search)
);
insert into customer_name (account_id, search)
select distinct account_id, lower(customer_name || E'\n' || customer_email || E'\n' || company_name)
from orders where account_id is not null;

-- The newest orders of those who are called so.
create index orders_of_account_by_placed on orders (account_id, placed_at desc, id desc);

-- Whoever places an order holds its account's row: no two of them write the same name at once.
create function keep_customer_name() returns trigger language plpgsql as $$
begin
  insert into customer_name (account_id, search)
  values (new.account_id, lower(new.customer_name || E'\n' || new.customer_email || E'\n' || new.company_name))
  on conflict do nothing;
  return null;
end
$$;
create trigger order_keeps_customer_name after insert on orders for each row when (new.account_id is not null)
  execute function keep_customer_name();

-- As for orders: without the extension, the search reads every row and finds the same.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index customer_name_search on customer_name using gin (search gin_trgm_ops);
    create index tool_search on tool using gin (lower(name || E'\n' || coalesce(part_number, '')) gin_trgm_ops)
      where archived_at is null;
  end if;
end
$$;
