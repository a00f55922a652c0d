-- Mails to the shop's own people (decision 30). What somebody has not chosen has no row: it is as the rules say.
create table staff_mail_choice (
  account_id uuid not null references account on delete cascade,
  mail       text not null,
  is_wanted  boolean not null,
  primary key (account_id, mail)
);

-- The day, by the shop's clock, whose digest has gone out. One row, so that a day that was is never told again.
create table digest (
  is_only boolean primary key default true check (is_only),
  day     date not null
);

-- What is to be told of an import, written with what it tells; the same cause again is the same mail.
create table import_mail (
  id        uuid primary key,
  import_id uuid not null references import on delete cascade,
  cause     text not null check (cause in ('failed', 'rows-refused', 'not-done')),
  -- When it was asked for what was not done: it can be asked for again.
  key       text not null default '',
  -- Why, in one sentence, as it was then.
  why       text,
  at        timestamptz not null,
  queued_at timestamptz,
  constraint import_mail_once_a_cause unique (import_id, cause, key)
);
create index import_mail_waiting on import_mail (id) where queued_at is null;
