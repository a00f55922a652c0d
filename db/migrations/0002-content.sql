-- The shop's own words, where its owner said others than content/shop.json: `hero`, `footer`, …. Each is a value by itself, as
-- `entries.rules.ts` of the module writes it; null for what the file says. Pages and articles are entries, too, called by their
-- addresses: `page:terms-of-use`.
create table content_entry (
  name       text primary key,
  value      jsonb,
  -- It is not there, also where the file has one.
  is_removed boolean not null default false,
  -- Counts its changes: whoever saves says which one was read.
  version    integer not null check (version > 0),
  changed_at timestamptz not null,
  -- The newest article comes first.
  created_at timestamptz not null,
  constraint content_entry_removed check (not is_removed or value is null)
);
create trigger content_entry_changes after insert or update or delete on content_entry
  for each statement execute function note_table_change();
