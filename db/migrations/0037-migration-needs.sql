-- The newest migration that a program has to know to run on the database as this one has left it; null where it took nothing away.
alter table migration add column needs text;
