-- needs 0008-imports.sql
-- An import of which nothing can go in waits for nobody: it is refused.
alter table import
  drop constraint import_state,
  add constraint import_state check (state in ('staging', 'staged', 'refused', 'committed', 'undone', 'failed', 'cancelled'));
