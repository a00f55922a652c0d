-- What is true of the shop as a whole, in the one row there can be; the first start writes it.
create table shop_fact (
  only_row boolean primary key default true check (only_row),
  -- Prices are bare minor units: 500 is $5.00, ¥500 or 0.500 KD. This says of which currency those of the tools are.
  currency text not null check (currency ~ '^[a-z]{3}$')
);
