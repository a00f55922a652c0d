-- What every module uses.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- How often somebody tried what may not be tried for ever. The key is a hash: what strangers type is not kept.
create table rate_limit (
  key   text primary key,
  count integer not null,
  until timestamptz not null
);
create index rate_limit_until on rate_limit (until);
