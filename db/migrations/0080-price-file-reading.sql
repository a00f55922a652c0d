-- What somebody said of a file that leaves its letters, its decimal sign or its sheet open, what it left open, and how it was read.
alter table price_file add column choices jsonb not null default '{}';
alter table price_file add column asks text;
alter table price_file add column reading jsonb;
