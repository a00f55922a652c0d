-- A document as stored: one PDF named by its content, `{key}.pdf`, beside the pictures.
create table document (
  id         uuid primary key,
  key        text not null unique,
  bytes      integer not null check (bytes > 0),
  created_at timestamptz not null,
  -- Since when no tool has it. A job marks it, and removes the document a day later.
  unused_since timestamptz
);
create index document_unused on document (unused_since) where unused_since is not null;

create table tool_document (
  tool_id     uuid not null references tool on delete cascade,
  document_id uuid not null references document,
  kind        text not null check (kind in ('data-sheet', 'safety-data-sheet', 'instructions', 'other')),
  -- What tells it from others of its kind, such as its language.
  name        text not null default '',
  added_at    timestamptz not null,
  primary key (tool_id, document_id)
);
-- What a job asks of every document: does anything refer to it?
create index tool_document_of_document on tool_document (document_id);

-- A document that comes or goes leaves the tool's version alone, and changes its page.
create function note_tool_document() returns trigger language plpgsql as $$
begin
  insert into change (topic, tool_id, tool_ordinal)
  select 'stock', id, ordinal from tool where id = coalesce(new.tool_id, old.tool_id) on conflict do nothing;
  return null;
end $$;
create trigger tool_document_changes after insert or update or delete on tool_document
  for each row execute function note_tool_document();
