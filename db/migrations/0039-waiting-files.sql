-- Files that were sent to the dashboard and wait for a job: here, and not on the disk of the process that took them, so that any
-- process can do the job.
create table waiting_file (
  id         uuid primary key,
  -- Whoever sends it in several requests: nobody else adds to it.
  owner_id   uuid,
  -- Null until the last of it has come: until then nobody reads it.
  bytes      bigint,
  -- Whether something waits for it, and removes it in the end. What nothing waits for is removed after a day.
  is_needed  boolean not null default false,
  touched_at timestamptz not null
);
create index waiting_file_of_nobody on waiting_file (touched_at) where not is_needed;

create table waiting_file_piece (
  file_id uuid not null references waiting_file on delete cascade,
  n       integer not null,
  bytes   bytea not null,
  primary key (file_id, n)
);
-- ZIPs are packed already, and to pack anything again costs more than it saves.
alter table waiting_file_piece alter column bytes set storage external;
