-- needs 0011-changes.sql
-- The plan of a function's statement is kept by its connection: made for a change of no tool, it joined each of ten thousand with each.
alter function note_tools_changed() set enable_nestloop = off;
