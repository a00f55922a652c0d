-- Rows of a list that did not go in, as they stand in it: they come back as a file, with the reason beside each.
create table import_refused (
  import_id uuid not null references import (id) on delete cascade,
  -- Which of the import's files, the first 0.
  file smallint not null,
  line integer not null,
  -- The texts of its cells, in the order of the file.
  cells jsonb not null,
  reason text not null,
  primary key (import_id, file, line)
);

-- Which parts a source has listed. What its next list lacks can go out of stock, or out of the shop.
create table source_part (
  source_id integer not null references data_source (id) on delete cascade,
  tool_id uuid not null references tool (id) on delete cascade,
  -- The first that listed it: undone, the source has it no more.
  import_id uuid not null references import (id) on delete cascade,
  primary key (source_id, tool_id)
);
create index source_part_tool on source_part (tool_id);
create index source_part_import on source_part (import_id);
