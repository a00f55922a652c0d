-- How far the work on an import is. A table of its own, written beside the transaction that does the work: whoever looks
-- from another process sees it move, and a commit's own row stays free.
create table import_progress (
  import_id  uuid primary key references import on delete cascade,
  phase      text not null,
  step       smallint not null,
  steps      smallint not null,
  rows       bigint not null,
  -- None while nobody knows it: a file tells how many rows it has at its end.
  of_rows    bigint,
  -- Of the files, while they are read.
  bytes      bigint,
  of_bytes   bigint,
  -- Since the phase began.
  seconds    double precision not null,
  -- The last sign of life of the process that does it.
  seen_at    timestamptz not null default clock_timestamp(),
  constraint import_progress_phase check (phase in ('waiting', 'reading', 'checking', 'committing', 'undoing'))
);
alter table import drop column progress;

-- Vehicles that applications wait for are listed by what names them, and counted, page by page.
alter table unresolved_fitment add column vehicle text collate "C" not null generated always as (
  case when system is not null then system || E'\x1f' || external_id
  else E'\x1f' || year::text || E'\x1f' || lower(make) || E'\x1f' || lower(model) || E'\x1f' || lower(coalesce(engine, '')) end) stored;
create index unresolved_fitment_of_vehicle on unresolved_fitment (vehicle, source_id);
