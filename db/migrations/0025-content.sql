-- The shop's own words, where its owner said others than content/shop.json: `hero`, `footer`, …. Each is a value by itself, as
-- `entries.rules.ts` of the module writes it; null for what the file says.
create table content_entry (
  name       text primary key,
  value      jsonb,
  -- Counts its changes: whoever saves says which one was read.
  version    integer not null check (version > 0),
  changed_at timestamptz not null
);
create trigger content_entry_changes after insert or update or delete on content_entry
  for each statement execute function note_table_change();
