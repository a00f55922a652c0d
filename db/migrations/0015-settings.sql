-- What the owner sets in the shop: the value of a setting as the environment would say it. What the environment says comes first.
create table setting (
  name  text primary key,
  value text not null
);
create trigger setting_changes after insert or update or delete on setting
  for each statement execute function note_table_change();
