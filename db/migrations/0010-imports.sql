-- An import of catalogue files: read into staging tables of its own, looked at, then committed in one transaction.

-- Commits and undos, in their order.
create sequence import_settled;

create table import (
  id               uuid primary key,
  -- What people call it, and what its staging tables are named by.
  number           integer not null unique generated always as identity,
  -- `refused`: nothing of it can go in, so it waits for nobody.
  state            text not null default 'staging',
  -- Who began it: the page, the command, or the shop itself for vehicles that have become known.
  origin           text not null,
  -- What the page has asked for and a job is about to do.
  asked            text,
  asked_at         timestamptz,
  -- Who asked for it, which need not be who began it: a job that was lost and is sent again does what this account may do by then.
  asked_actor_kind text,
  asked_actor_id   uuid,
  source           text not null,
  -- None until the first commit of that source.
  source_id        integer references data_source,
  options          jsonb not null,
  files            jsonb not null,
  counts           jsonb,
  -- What a full file takes away, and of how many: {"rows": 12, "of": 40}.
  removal          jsonb,
  -- Why it failed, or why what was asked for was not done: one sentence.
  failure          text,
  -- What did not go in as its files say; and news with which nothing has to be done.
  problem_count    integer not null default 0,
  note_count       integer not null default 0,
  overlap_count    integer not null default 0,
  duplicate_count  integer not null default 0,
  -- The newest commit or undo that the preview has seen; with a newer one it is worked out anew before the commit.
  basis            bigint,
  settled          bigint,
  -- What undoing needs beside `import_change`: the ids of the rows that were added.
  added            jsonb,
  -- What undoing has left as it is, and the first of it: {"count": 2, "first": [{"what": "Brake disc", "why": "part-changed"}]}.
  undo_left        jsonb,
  actor_kind       text not null,
  actor_id         uuid,
  created_at       timestamptz not null,
  ended_at         timestamptz,
  constraint import_state check (state in ('staging', 'staged', 'refused', 'committed', 'undone', 'failed', 'cancelled')),
  constraint import_origin check (origin in ('page', 'command', 'shop')),
  constraint import_asked check (asked in ('commit', 'undo')),
  constraint import_settles check ((state in ('committed', 'undone')) = (settled is not null))
);
create index import_of_source on import (source_id, settled);
create index import_waiting on import (state) where state in ('staging', 'staged');

-- Staging tables: a set for each import that waits. Not logged, not backed up, gone when the import has ended.
create schema import_staging;

-- How far the work on an import is. A table of its own, written beside the transaction that does the work: whoever looks
-- from another process sees it move, and a commit's own row stays free.
create table import_progress (
  import_id  uuid primary key references import on delete cascade,
  phase      text not null,
  step       smallint not null,
  steps      smallint not null,
  rows       bigint not null,
  -- None while nobody knows it: a file tells how many rows it has at its end.
  of_rows    bigint,
  -- Of the files, while they are read.
  bytes      bigint,
  of_bytes   bigint,
  -- From when the phase began.
  seconds    double precision not null,
  -- The last sign of life of the process that does it.
  seen_at    timestamptz not null default clock_timestamp(),
  constraint import_progress_phase check (phase in ('waiting', 'reading', 'checking', 'committing', 'undoing'))
);

-- What was wrong with a file. The sentence that says what to do is made from the code.
create table import_problem (
  import_id uuid not null references import on delete cascade,
  n         bigint generated always as identity,
  file      text not null,
  line      integer,
  record    text,
  field     text,
  code      text not null,
  value     text,
  -- How many rows have this problem: an unknown part is told once, not once a vehicle.
  times     integer not null default 1,
  primary key (import_id, n)
);

-- Rows of a list that did not go in, as they stand in it: they come back as a file, with the reason beside each.
create table import_refused (
  import_id uuid not null references import on delete cascade,
  -- Which of the import's files, the first 0.
  file      smallint not null,
  line      integer not null,
  -- The texts of its cells, in the order of the file.
  cells     jsonb not null,
  reason    text not null,
  primary key (import_id, file, line)
);

-- Two parts for the same place of the same vehicle, or one part twice: for the admin to look at, and no error.
create table import_overlap (
  import_id    uuid not null references import on delete cascade,
  n            bigint generated always as identity,
  is_duplicate boolean not null,
  vehicle      text not null,
  part_type    text,
  position     text,
  qualifiers   text,
  part         text not null,
  other_part   text not null,
  line         integer,
  other_line   integer,
  record       text,
  other_record text,
  primary key (import_id, n)
);

-- What a commit changed or took away, as it was: undoing puts it back, but for what somebody has changed after it. What it added is
-- known by its ids. Categories and attributes that an import made go with it, if they are empty.
create table import_change (
  import_id uuid not null references import on delete cascade,
  n         bigint generated always as identity,
  subject   text not null,
  op        text not null,
  before    jsonb not null,
  -- The tool's version after the commit: a later one is somebody's later change.
  version   integer,
  -- Why it was not taken back; none where it was, or nobody has asked.
  left_why  text,
  primary key (import_id, n),
  constraint import_change_subject check (
    subject in ('tool', 'stock', 'fitment', 'number', 'supersession', 'alias', 'unresolved', 'category', 'attribute')),
  constraint import_change_op check (op in ('added', 'changed', 'removed'))
);
-- Undoing carries a tool's new version, or an attribute's, to the earlier changes of it.
create index import_change_of_tool on import_change ((before ->> 'id')) where subject = 'tool';
create index import_change_of_attribute on import_change ((before ->> 'id')) where subject = 'attribute';

-- Pictures whose place an import has taken: as long as it can be undone, they stay.
create table import_picture (
  import_id uuid not null references import on delete cascade,
  image_id  uuid not null references image,
  primary key (import_id, image_id)
);
-- What a job asks of every picture: does anything refer to it?
create index import_picture_of_image on import_picture (image_id);

-- Mail about an import, written with its cause and handed to the mail queue once. The same cause again is the same mail.
create table import_mail (
  id        uuid primary key,
  import_id uuid not null references import on delete cascade,
  cause     text not null check (cause in ('failed', 'rows-refused', 'not-done')),
  -- Of 'not-done' the moment of the request, because it can be made again.
  key       text not null default '',
  -- Why, in one sentence, as it was then.
  why       text,
  at        timestamptz not null,
  queued_at timestamptz,
  constraint import_mail_once_a_cause unique (import_id, cause, key)
);
create index import_mail_waiting on import_mail (id) where queued_at is null;

-- Which parts a source has listed. What its next list lacks can go out of stock, or out of the shop.
create table source_part (
  source_id integer not null references data_source on delete cascade,
  tool_id   uuid not null references tool on delete cascade,
  -- The first that listed it: undone, the source has it no more.
  import_id uuid not null references import on delete cascade,
  primary key (source_id, tool_id)
);
create index source_part_tool on source_part (tool_id);
create index source_part_import on source_part (import_id);

-- The code by which catalogue files name a brand.
create table brand_code (
  code     text primary key,
  brand_id uuid not null references brand
);
create index brand_code_of_brand on brand_code (brand_id);

-- Applications of parts that the shop sells, on vehicles that it does not know yet.
create table unresolved_fitment (
  id           bigint generated always as identity primary key,
  tool_ordinal integer not null references tool (ordinal) on delete cascade,
  -- Either another system's number of the vehicle, or its year, make and model.
  system       text,
  external_id  text,
  year         smallint,
  make         text,
  model        text,
  engine       text,
  fits         boolean not null,
  position     text,
  quantity     smallint,
  conditions   jsonb,
  notes        text[],
  source_id    integer not null references data_source,
  -- What names the vehicle: those that applications wait for are listed by it, and counted, page by page.
  vehicle      text collate "C" not null generated always as (
    case when system is not null then system || E'\x1f' || external_id
    else E'\x1f' || year::text || E'\x1f' || lower(make) || E'\x1f' || lower(model) || E'\x1f' || lower(coalesce(engine, '')) end) stored,
  constraint unresolved_fitment_names_vehicle check ((system is null) = (external_id is null) and (system is null) = (year is not null))
);
create index unresolved_fitment_of_vehicle on unresolved_fitment (vehicle, source_id);
create index unresolved_fitment_of_source on unresolved_fitment (source_id);
create index unresolved_fitment_of_alias on unresolved_fitment (system, external_id) where system is not null;
create index unresolved_fitment_of_name on unresolved_fitment (lower(make), lower(model), year) where system is null;
create index unresolved_fitment_of_tool on unresolved_fitment (tool_ordinal);

-- An id for the rows of one statement that sorts by time and, within it, by `place` (RFC 9562, version 7).
create function import_new_id(at timestamptz, place bigint) returns uuid language sql volatile as $$
  select (substr(t, 1, 8) || '-' || substr(t, 9, 4) || '-7' || lpad(to_hex(place % 4096), 3, '0') || substr(gen_random_uuid()::text, 19))::uuid
  from (select lpad(to_hex((extract(epoch from at) * 1000)::bigint + place / 4096), 12, '0') as t) time
$$;
