-- Pictures whose place an import has taken: as long as it can be undone, they stay.
create table import_picture (
  import_id uuid not null references import on delete cascade,
  image_id  uuid not null references image,
  primary key (import_id, image_id)
);
-- What a job asks of every picture: does anything refer to it?
create index import_picture_of_image on import_picture (image_id);

-- Of earlier imports, those that are still there.
insert into import_picture (import_id, image_id)
select distinct change.import_id, image.id
from import join import_change change on change.import_id = import.id
  cross join lateral (
    select change.before ->> 'image_id' as id
    union all select one ->> 'image_id' from jsonb_array_elements(change.before -> 'pictures') one) named
  join image on image.id = named.id::uuid
where import.state = 'committed' and change.subject = 'tool' and change.op = 'changed' and change.before ? 'pictures';
