-- Who may do what. The identity service says who somebody is; these rows decide what they may do.

create table company (
  id         uuid primary key,
  name       text not null check (name = btrim(name) and length(name) between 1 and 120),
  vat_number text check (length(vat_number) between 1 and 40),
  version    integer not null default 1,
  created_at timestamptz not null default now(),
  -- What a list of companies finds by.
  search     text not null generated always as (lower(name || E'\n' || coalesce(vat_number, ''))) stored
);
do $$
begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index company_search on company using gin (search gin_trgm_ops);
  end if;
end
$$;

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
  ('admin', 'Owner',
    '{orders,shipping,cancellations,refunds,customers,companies,reviews,catalogue,stock,imports,settings,staff,audit,reports,prices}', true),
  ('manager', 'Manager',
    '{orders,shipping,cancellations,refunds,customers,companies,reviews,catalogue,stock,imports,audit,reports,prices}', false),
  ('catalogue', 'Catalogue', '{catalogue,stock,imports}', false),
  ('warehouse', 'Warehouse', '{orders,shipping}', false),
  ('support', 'Support', '{orders,cancellations,customers,reviews}', false),
  ('accounts', 'Accounts', '{orders,refunds,customers,audit,reports,prices}', false);

create table account (
  id             uuid primary key,
  -- Accounts are keyed by the identity service and its subject, never by email alone.
  issuer         text not null,
  subject        text not null,
  email          text not null check (email = lower(email)),
  email_verified boolean not null default false,
  display_name   text not null,
  role           text not null default 'customer' constraint account_role_exists references account_role,
  -- From when on it can place no orders and write no reviews.
  blocked_at     timestamptz,
  -- Unpaid orders, counted by the statement that places one, so that a limit holds whatever runs at once.
  open_orders    integer not null default 0 check (open_orders >= 0),
  -- Orders placed from when the hour of the first of them began, deleted ones too.
  hour_began     timestamptz,
  hour_ordered   integer not null default 0 check (hour_ordered >= 0),
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  -- What the list of customers finds by.
  search         text not null generated always as (lower(display_name || E'\n' || email)) stored,
  unique (issuer, subject),
  -- Roles need an email that the identity service has verified.
  constraint account_staff_is_verified check (role = 'customer' or email_verified)
);
create index account_email on account (email);
-- The people of the shop, of whom there are few.
create index account_staff on account (id) where role <> 'customer';
-- The owners among them: locked together when one of them loses the role.
create index account_admins on account (id) where role = 'admin';
create index account_blocked on account (id) where blocked_at is not null;
-- The file of all customers, in the order in which they came.
create index account_by_day on account (created_at, id);
do $$
begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index account_search on account using gin (search gin_trgm_ops);
  end if;
end
$$;

-- Mail that an address refused is nobody's business once the address is no account's.
create function forget_refused_mail() returns trigger language plpgsql as $$
begin
  delete from refused_mail where email = old.email;
  return null;
end
$$;
create trigger account_forgets_refused_mail after delete on account
  for each row execute function forget_refused_mail();
create trigger account_leaves_refused_mail after update of email on account
  for each row when (old.email <> new.email) execute function forget_refused_mail();

-- Which accounts buy for which companies.
create table company_member (
  account_id uuid not null references account on delete cascade,
  company_id uuid not null references company,
  primary key (account_id, company_id)
);
create index company_member_of on company_member (company_id);

-- One row for each session of the identity service that has entered the shop. Access tokens name it, and die with it.
create table account_session (
  id               uuid primary key,
  account_id       uuid not null references account on delete cascade,
  identity_session text not null,
  -- The company for which it buys; none where its account buys for itself. Whoever is no member any more buys for it no more.
  company_id       uuid,
  created_at       timestamptz not null default now(),
  ended_at         timestamptz,
  -- For the list in which its owner can end it: noted at each renewal.
  last_seen_at     timestamptz not null,
  address          text,
  browser          text,
  -- When whoever is logged in last showed who they are: by logging in, or by the password typed once more. What cannot be
  -- undone, and what gives somebody rights, wants it lately.
  proven_at        timestamptz not null,
  unique (account_id, identity_session),
  foreign key (account_id, company_id) references company_member on delete set null (company_id)
);
create index account_session_identity on account_session (identity_session);

create table profile (
  account_id uuid primary key references account on delete cascade,
  phone      text,
  education  text,
  link       text,
  district   text,
  updated_at timestamptz not null default now()
);

-- Whoever has deleted their account, until the identity service has forgotten them too. While a row stands here nobody
-- enters by that identity, so that a token which is still good for minutes cannot bring the account back.
-- An identity service's own name for somebody, and nothing of the person.
create table identity_deletion (
  issuer       text not null,
  subject      text not null,
  requested_at timestamptz not null,
  primary key (issuer, subject)
);

-- The first answer to each Idempotency-Key of a call, for calls whose rows have no place for it. Written in the
-- transaction of what it answers: a second caller with the key waits for the first, and reads what it was told.
create table idempotency_key (
  account_id  uuid not null references account on delete cascade,
  call        text not null,
  key         text not null,
  fingerprint text not null,
  answer      jsonb,
  created_at  timestamptz not null,
  primary key (account_id, call, key)
);
create index idempotency_key_age on idempotency_key (created_at);

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

-- Mails to the shop's own people (decision 30). What somebody has not chosen has no row: it is as the rules say.
create table staff_mail_choice (
  account_id uuid not null references account on delete cascade,
  mail       text not null,
  is_wanted  boolean not null,
  primary key (account_id, mail)
);
