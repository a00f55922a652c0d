-- Where an order goes, in parts. `address` stays the same as one text, for whoever reads that: orders from before have it alone.
alter table orders
  add column delivery_name        text,
  add column delivery_street      text,
  add column delivery_postal_code text,
  add column delivery_city        text,
  add column delivery_region      text,
  add column delivery_country     text,
  add column delivery_method      text not null default 'standard' check (delivery_method in ('standard')),
  -- What the buyer wrote to the shop.
  add column notes                text,
  add constraint orders_delivered_to check (
    num_nonnulls(delivery_name, delivery_street, delivery_city, delivery_country) in (0, 4)
    and (delivery_name is not null or num_nonnulls(delivery_postal_code, delivery_region) = 0)
    and delivery_country ~ '^[A-Z]{2}$');

-- The addresses that an account orders to. One of them is where things usually go.
create table address (
  id          uuid primary key,
  account_id  uuid not null references account on delete cascade,
  name        text not null,
  company     text,
  street      text not null,
  postal_code text,
  city        text not null,
  region      text,
  country     text not null check (country ~ '^[A-Z]{2}$'),
  phone       text,
  is_default  boolean not null default false,
  created_at  timestamptz not null
);
create index address_of_account on address (account_id, id);
create unique index address_default on address (account_id) where is_default;
