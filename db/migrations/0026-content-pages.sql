-- Pages and articles are entries, too, called by their addresses: `page:terms-of-use`.
alter table content_entry
  -- It is not there, also where the file has one.
  add column is_removed boolean not null default false,
  -- The newest article comes first.
  add column created_at timestamptz,
  add constraint content_entry_removed check (not is_removed or value is null);
update content_entry set created_at = changed_at;
alter table content_entry alter column created_at set not null;
