-- Pictures in bulk: a ZIP whose files are named by part numbers. What they belong to is looked at first, then done once.
create table picture_batch (
  id         uuid primary key,
  -- What people call it.
  number     integer not null unique generated always as identity,
  -- The ZIP, as its sender calls it; it lies in the data folder under the batch's id.
  name       text not null,
  state      text not null default 'planning'
    check (state in ('planning', 'planned', 'committing', 'committed', 'cancelled')),
  actor_kind text not null,
  actor_id   uuid,
  created_at timestamptz not null,
  ended_at   timestamptz
);
create index picture_batch_open on picture_batch (created_at) where ended_at is null;

create table picture_batch_row (
  batch_id uuid not null references picture_batch on delete cascade,
  -- Their order: tool by tool, as their names count them.
  n        integer not null,
  -- Which file of the ZIP, and what it is called in there.
  entry    integer not null,
  name     text not null,
  tool_id  uuid references tool,
  state    text not null check (state in ('matched', 'ambiguous', 'unknown', 'broken', 'added', 'there', 'refused')),
  -- Why it is broken or was refused.
  problem  text,
  primary key (batch_id, n),
  constraint picture_batch_row_of_tool check ((tool_id is not null) = (state in ('matched', 'added', 'there', 'refused')))
);
create index picture_batch_row_listed on picture_batch_row (batch_id, state, n);
create index picture_batch_row_of_tool on picture_batch_row (tool_id);

-- Part numbers as the names of files have them: without case, spaces and punctuation.
create index tool_part_number_in_files on tool (fold_part_number(part_number)) where archived_at is null;
