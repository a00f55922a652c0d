-- A ZIP of pictures is taken back. Which picture each file became is written down when it goes in; it may be swept away later, when no
-- tool shows it any more.
alter table picture_batch drop constraint picture_batch_state_check;
alter table picture_batch add constraint picture_batch_state_check
  check (state in ('planning', 'planned', 'committing', 'committed', 'undoing', 'undone', 'cancelled'));

alter table picture_batch_row drop constraint picture_batch_row_state_check;
alter table picture_batch_row add constraint picture_batch_row_state_check
  check (state in ('matched', 'ambiguous', 'unknown', 'broken', 'added', 'there', 'refused', 'undone', 'left'));
alter table picture_batch_row drop constraint picture_batch_row_of_tool;
alter table picture_batch_row add constraint picture_batch_row_of_tool
  check ((tool_id is not null) = (state in ('matched', 'added', 'there', 'refused', 'undone', 'left')));
alter table picture_batch_row add column picture_id uuid;
-- Whether it became the first picture of its tool.
alter table picture_batch_row add column is_first boolean not null default false;
