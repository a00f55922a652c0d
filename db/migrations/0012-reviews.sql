-- Reviews of the shop (no tool) and of tools. They wait for an admin's approval.
create table review (
  id             uuid primary key,
  account_id     uuid references account on delete set null,
  tool_id        uuid references tool,
  author         text not null,
  business       text,
  rating         integer not null check (rating between 1 and 5),
  body           text not null check (char_length(body) between 10 and 2000),
  image_id       uuid references image,
  verified_buyer boolean not null default false,
  state          text not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
  created_at     timestamptz not null default now(),
  -- Which words an admin has read: a decision about others does not count.
  version        integer not null default 1
);
create index review_of_shop on review (id desc) where tool_id is null and state = 'approved';
create unique index review_once_a_tool on review (account_id, tool_id) where tool_id is not null;
create unique index review_once_a_shop on review (account_id) where tool_id is null;
create index review_of_tool on review (tool_id);
create index review_of_image on review (image_id);
-- Everything that waits for an admin first, then the rest; each newest first.
create index review_to_manage on review ((state <> 'waiting'), id desc);
create index review_in_state on review (state, id desc);
-- What the public page of a tool shows.
create index review_of_tool_shown on review (tool_id, id desc) where state = 'approved';
create trigger review_changes after insert or update or delete on review
  for each statement execute function note_table_change();
