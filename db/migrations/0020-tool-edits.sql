-- Edits of many tools: what would change is looked at first, then done once, tool by tool, and can be taken back.
create table tool_edit (
  id         uuid primary key,
  -- What people call it.
  number     integer not null unique generated always as identity,
  state      text not null default 'planning'
    check (state in ('planning', 'planned', 'committing', 'committed', 'undoing', 'undone', 'cancelled')),
  -- Which tools: {"ids": [...]} or {"filter": {...}}; and what of them is set.
  scope      jsonb not null,
  change     jsonb not null,
  actor_kind text not null,
  actor_id   uuid,
  created_at timestamptz not null,
  ended_at   timestamptz
);

create table tool_edit_row (
  edit_id       uuid not null references tool_edit on delete cascade,
  n             integer not null,
  tool_id       uuid not null references tool,
  -- The tool's version that the plan has seen, and the one that the edit has made.
  version       integer not null,
  after_version integer,
  -- The fields that change, as they were and as they will be.
  before        jsonb not null,
  after         jsonb not null,
  -- Units that the edit has booked.
  units         integer,
  state         text not null
    check (state in ('planned', 'unchanged', 'refused', 'done', 'skipped', 'undone', 'left')),
  -- Why it was refused, skipped or left.
  problem       text,
  primary key (edit_id, n)
);
create index tool_edit_row_listed on tool_edit_row (edit_id, state, n);
create index tool_edit_row_of_tool on tool_edit_row (tool_id);
