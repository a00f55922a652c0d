-- What buyers read where a source is named; its own name is often a file's, and staff's alone. Of the demo shop's it was meant for buyers.
alter table data_source add column public_name text
  constraint data_source_public_name_length check (char_length(public_name) between 1 and 80);
update data_source set public_name = left(name, 80) where is_demo and name <> '';
