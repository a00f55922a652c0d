-- Roles are data: sets of permissions (kernel/access.ts) with a name. Customers and owners have one that nobody changes.
create table account_role (
  key         text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 60),
  name        text not null check (name = btrim(name) and length(name) between 1 and 60),
  permissions text[] not null default '{}',
  is_fixed    boolean not null default false,
  version     integer not null default 1
);
create unique index account_role_name on account_role (lower(name));

insert into account_role (key, name, permissions, is_fixed) values
  ('customer', 'Customer', '{}', true),
  ('admin', 'Owner', '{orders,shipping,cancellations,refunds,customers,reviews,catalogue,stock,imports,settings,staff,audit}', true),
  ('manager', 'Manager', '{orders,shipping,cancellations,refunds,customers,reviews,catalogue,stock,imports,audit}', false),
  ('catalogue', 'Catalogue', '{catalogue,stock,imports}', false),
  ('warehouse', 'Warehouse', '{orders,shipping}', false),
  ('support', 'Support', '{orders,cancellations,customers,reviews}', false),
  ('accounts', 'Accounts', '{orders,refunds,customers,audit}', false);

alter table account
  drop constraint account_role_check,
  drop constraint account_admin_is_verified,
  add constraint account_role_exists foreign key (role) references account_role,
  -- Roles need an email that the identity service has verified.
  add constraint account_staff_is_verified check (role = 'customer' or email_verified);
-- The people of the shop, of whom there are few.
create index account_staff on account (id) where role <> 'customer';

-- Somebody who is to have a role as soon as they have an account with this address, confirmed.
create table staff_invitation (
  id         uuid primary key,
  email      text not null unique check (email = lower(email)),
  role       text not null references account_role,
  -- Whoever loses their own role or account takes back what they have offered.
  invited_by uuid not null references account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_invitation_inviter on staff_invitation (invited_by);
create index staff_invitation_role on staff_invitation (role);
