-- What every module uses.

-- Trigrams find a text within a text. PostgreSQL brings them, but a slim installation may leave them out, or have them in a schema that
-- the shop does not reach. So a file that makes an index of them asks for their operator class first. Without the index, a search reads
-- every row and finds the same.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
  end if;
exception when insufficient_privilege then
  raise notice 'without the extension pg_trgm, a search reads every row';
end
$$;

-- Keeps a table append-only.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- What people type about an order (a reason, a parcel's number) stands in its timeline and in the trail, too. Both are append-only,
-- but that a deleted account takes these texts along: in a transaction that says so (`shop.forgets`), and nothing else may change in
-- the row.
create function without_typed_texts(detail jsonb) returns jsonb language sql immutable as $$
  select case jsonb_typeof(detail) when 'object' then detail - '{reason,tracking}'::text[] else detail end
$$;

create function refuse_other_changes() returns trigger language plpgsql as $$
declare
  part text;
  allowed jsonb := to_jsonb(old);
begin
  foreach part in array tg_argv loop
    allowed := jsonb_set(allowed, array[part], without_typed_texts(allowed -> part));
  end loop;
  if to_jsonb(new) is distinct from allowed then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- What visitors are shown has changed: one feed, which every process's response cache and search index follow. A transaction
-- that began earlier may commit later, so a reader asks by `writer` for what its last snapshot did not show, and never by time.
create table change (
  writer       xid8 not null default pg_current_xact_id(),
  -- `tool` where lists and searches may differ, `stock` where only the tool itself does, else the name of a table.
  topic        text not null,
  tool_id      uuid,
  tool_ordinal integer,
  at           timestamptz not null default now(),
  constraint change_once unique nulls not distinct (writer, topic, tool_ordinal)
);
create index change_at on change (at);

-- For small tables, and those whose rows nobody looks at one by one: the feed names the table alone.
create function note_table_change() returns trigger language plpgsql as $$
begin
  insert into change (topic) values (tg_table_name) on conflict do nothing;
  return null;
end $$;

-- What the owner sets in the shop: the value of a setting as the environment would say it. What the environment says comes first.
create table setting (
  name  text primary key,
  value text not null
);
create trigger setting_changes after insert or update or delete on setting
  for each statement execute function note_table_change();

-- How often somebody tried what may not be tried for ever. The key is a hash: what strangers type is not kept.
create table rate_limit (
  key   text primary key,
  count integer not null,
  until timestamptz not null
);
create index rate_limit_until on rate_limit (until);

-- Files that were sent to the dashboard and wait for a job: here, and not on the disk of the process that took them, so that any
-- process can do the job.
create table waiting_file (
  id         uuid primary key,
  -- Whoever sends it in several requests: nobody else adds to it.
  owner_id   uuid,
  -- Null until the last of it has come: until then nobody reads it.
  bytes      bigint,
  -- Whether something waits for it, and removes it in the end. What nothing waits for is removed after a day.
  is_needed  boolean not null default false,
  touched_at timestamptz not null
);
create index waiting_file_of_nobody on waiting_file (touched_at) where not is_needed;

create table waiting_file_piece (
  file_id uuid not null references waiting_file on delete cascade,
  n       integer not null,
  bytes   bytea not null,
  primary key (file_id, n)
);
-- ZIPs are packed already, and to pack anything again costs more than it saves.
alter table waiting_file_piece alter column bytes set storage external;

-- Addresses that a mail server refuses for good, with what it last said. A mail that gets through takes its row away.
create table refused_mail (
  email      text primary key check (email = lower(email)),
  subject    text not null,
  answer     text not null,
  refused_at timestamptz not null
);
create index refused_mail_age on refused_mail (refused_at);
-- Each message that goes out asks whether its address had been refused: a process remembers which are, until that changes.
create trigger refused_mail_changes after insert or update or delete on refused_mail
  for each statement execute function note_table_change();
