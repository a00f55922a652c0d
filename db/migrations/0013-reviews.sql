-- Which words an admin has read: a decision about others does not count.
alter table review add column version integer not null default 1;

-- Everything that waits for an admin first, then the rest; each newest first.
create index review_to_manage on review ((state <> 'waiting'), id desc);
create index review_in_state on review (state, id desc);
-- What the public page of a tool shows.
create index review_of_tool_shown on review (tool_id, id desc) where state = 'approved';
