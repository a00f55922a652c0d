-- Pictures of a tool behind its first one. The first stands in the tool's own row: it is what lists and orders show.
create table tool_picture (
  tool_id  uuid not null references tool on delete cascade,
  position integer not null check (position between 2 and 12),
  image_id uuid not null references image,
  -- What is to be seen, for whoever does not see it. Empty: the page says the tool's name.
  alt      text not null default '',
  primary key (tool_id, position),
  constraint tool_picture_once unique (tool_id, image_id)
);
-- What a job asks of every picture: does anything refer to it?
create index tool_picture_of_image on tool_picture (image_id);

-- The alternative text of the first one.
alter table tool add column image_alt text not null default '';
