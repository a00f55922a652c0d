-- What an import has to tell is counted apart: what did not go in as its files say, and news with which nothing has to be done.
alter table import add column note_count integer not null default 0;

with told as (
  select import_id, sum(times)::integer as notes from import_problem
  where code in ('line-left-out', 'column-unknown', 'unlisted-out-of-stock', 'unlisted-archived', 'part-looks-alike', 'category-new',
    'attribute-unknown', 'attribute-new', 'nothing-to-remove')
  group by 1)
update import set note_count = told.notes, problem_count = greatest(0, problem_count - told.notes)
from told where told.import_id = import.id;
