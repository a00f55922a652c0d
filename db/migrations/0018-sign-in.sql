-- Where somebody is logged in, for the list in which they can end it: noted at each renewal.
alter table account_session
  add column last_seen_at timestamptz,
  add column address      text,
  add column browser      text;
update account_session set last_seen_at = created_at;
alter table account_session alter column last_seen_at set not null;

-- A session that the embedded identity service ends takes the shop's with it in the same moment, whatever ended it: a new
-- password, another device, a stranger's address that got its owner.
create index account_session_identity on account_session (identity_session);
create function identity.end_shop_session() returns trigger language plpgsql as $$
begin
  update public.account_session set ended_at = now() where identity_session = old."id" and ended_at is null;
  return null;
end
$$;
create trigger session_ends_shop_session after delete on identity."session"
  for each row execute function identity.end_shop_session();

-- How often somebody tried what may not be tried for ever. The key is a hash: what strangers type is not kept.
create table attempt (
  key   text primary key,
  count integer not null,
  until timestamptz not null
);
create index attempt_until on attempt (until);

-- Links that were mailed, by the hash of what stands in them: whoever reads this table can open none. Each works once.
create table identity."mailedLink" (
  "hash"      text primary key,
  "userId"    text not null references identity."user" ("id") on delete cascade,
  "purpose"   text not null check ("purpose" in ('confirm', 'reset', 'change-email')),
  -- The mailbox that the link was sent to: what opening it proves.
  "email"     text not null,
  "expiresAt" timestamptz not null
);
create index "mailedLink_userId_idx" on identity."mailedLink" ("userId", "purpose");
