-- Who asked for the step that is being done, which need not be who began it: a job that was lost and is sent again does what this
-- account may do by then.
alter table tool_edit add column asked_actor_kind text, add column asked_actor_id uuid;
alter table picture_batch add column asked_actor_kind text, add column asked_actor_id uuid;
alter table price_file add column asked_actor_kind text, add column asked_actor_id uuid;
alter table import add column asked_actor_kind text, add column asked_actor_id uuid;
