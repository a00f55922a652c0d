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
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  unique (issuer, subject),
  -- Roles need an email that the identity service has verified.
  constraint account_admin_is_verified check (role <> 'admin' or email_verified)
);
create index account_email on account (email);
create index account_company on account (company_id);

-- One row for each session of the identity service that has entered the shop. Access tokens name it, and die with it.
create table account_session (
  id               uuid primary key,
  account_id       uuid not null references account on delete cascade,
  identity_session text not null,
  created_at       timestamptz not null default now(),
  ended_at         timestamptz,
  unique (account_id, identity_session)
);

create table profile (
  account_id uuid primary key references account on delete cascade,
  phone      text,
  education  text,
  link       text,
  district   text,
  updated_at timestamptz not null default now()
);

-- Append-only, from the first day: who, what, on what, when, before and after.
create table audit (
  id           uuid primary key,
  at           timestamptz not null default now(),
  actor_kind   text not null check (actor_kind in ('customer', 'admin', 'system', 'provider', 'operator')),
  -- Not a foreign key: the trail outlives the account.
  actor_id     uuid,
  action       text not null,
  subject_kind text not null,
  subject_id   text not null,
  before       jsonb,
  after        jsonb,
  request_id   text
);
create index audit_subject on audit (subject_kind, subject_id, id);
create index audit_actor on audit (actor_id, id);
create index audit_action on audit (action, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger audit_is_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();
