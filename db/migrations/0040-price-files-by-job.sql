-- needs 0032-price-files.sql
-- Files of prices are read, taken into their lists and taken back by a job: it may take minutes.
alter table price_file drop constraint price_file_state_check;
alter table price_file add constraint price_file_state_check
  check (state in ('reading', 'planned', 'committing', 'committed', 'undoing', 'undone', 'settled', 'failed'));
-- How much of it has been read, from 0 to 1.
alter table price_file add column read_share real not null default 1;
-- Why nothing of it was taken.
alter table price_file add column failure text;
create index price_file_working on price_file (id) where state in ('reading', 'committing', 'undoing');

-- The rows of a file that is being read: reading that died goes on behind the last of them.
create table price_file_row (
  file_id       uuid not null references price_file on delete cascade,
  line          integer not null,
  part          text not null,
  from_quantity integer not null,
  price         bigint not null,
  minimum       integer,
  multiple      integer,
  -- Which tool it means; or why it cannot be taken.
  tool_id       uuid,
  problem       text,
  primary key (file_id, line),
  constraint price_file_row_judged check (tool_id is not null or problem is not null)
);
