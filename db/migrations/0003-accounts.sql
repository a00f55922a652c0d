-- Who may do what. The identity service says who somebody is; these rows decide what they may do.

create table company (
  id         uuid primary key,
  name       text not null,
  vat_number text,
  created_at timestamptz not null default now()
);

create table account (
  id             uuid primary key,
  -- Accounts are keyed by the identity service and its subject, never by email alone.
  issuer         text not null,
  subject        text not null,
  email          text not null check (email = lower(email)),
  email_verified boolean not null default false,
  display_name   text not null,
  role           text not null default 'customer' check (role in ('customer', 'admin')),
  company_id     uuid references company,
  -- Unpaid orders, counted by the statement that places one, so that a limit holds whatever runs at once.
  open_orders    integer not null default 0 check (open_orders >= 0),
  -- Orders placed since the hour of the first of them began, deleted ones too.
  hour_began     timestamptz,
  hour_ordered   integer not null default 0 check (hour_ordered >= 0),
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  unique (issuer, subject),
  -- Roles need an email that the identity service has verified.
  constraint account_admin_is_verified check (role <> 'admin' or email_verified)
);
create index account_email on account (email);
create index account_company on account (company_id);
-- The admins, of whom there are few: locked together when one of them loses the role.
create index account_admins on account (id) where role = 'admin';

-- One row for each session of the identity service that has entered the shop. Access tokens name it, and die with it.
create table account_session (
  id               uuid primary key,
  account_id       uuid not null references account on delete cascade,
  identity_session text not null,
  created_at       timestamptz not null default now(),
  ended_at         timestamptz,
  -- For the list in which its owner can end it: noted at each renewal.
  last_seen_at     timestamptz not null,
  address          text,
  browser          text,
  -- When whoever is logged in last showed who they are: by logging in, or by the password typed once more. What cannot be
  -- undone, and what gives somebody rights, wants it lately.
  proven_at        timestamptz not null,
  unique (account_id, identity_session)
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
