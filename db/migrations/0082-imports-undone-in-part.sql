-- needs 0008-imports.sql
-- An import is undone but for what somebody has changed since.
alter table import_change
  -- Why it was not taken back; none where it was, or nobody has asked.
  add column left_why text,
  drop constraint import_change_subject,
  -- Categories and attributes that an import made go with it, if they are empty.
  add constraint import_change_subject check (
    subject in ('tool', 'stock', 'fitment', 'number', 'supersession', 'alias', 'unresolved', 'category', 'attribute'));
-- What undoing has left as it is, and the first of it: {"count": 2, "first": [{"what": "Brake disc", "why": "part-changed"}]}.
alter table import add column undo_left jsonb;
