-- The embedded identity service keeps who somebody is in a schema of its own, apart from what they may do.
-- Tables and columns carry the names that its library (better-auth) uses.
create schema identity;

create table identity."user" (
  "id"            text primary key,
  "name"          text not null,
  "email"         text not null unique,
  "emailVerified" boolean not null,
  "image"         text,
  "createdAt"     timestamptz not null default now(),
  "updatedAt"     timestamptz not null default now(),
  "twoFactorEnabled" boolean not null default false
);

create table identity."session" (
  "id"        text primary key,
  "expiresAt" timestamptz not null,
  -- Its hash: whoever reads this table, or a backup of it, opens no session.
  "token"     text not null unique,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId"    text not null references identity."user" ("id") on delete cascade
);
create index "session_userId_idx" on identity."session" ("userId");

create table identity."account" (
  "id"                    text primary key,
  "accountId"             text not null,
  "providerId"            text not null,
  "userId"                text not null references identity."user" ("id") on delete cascade,
  "accessToken"           text,
  "refreshToken"          text,
  "idToken"               text,
  "accessTokenExpiresAt"  timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope"                 text,
  "password"              text,
  "createdAt"             timestamptz not null default now(),
  "updatedAt"             timestamptz not null
);
create index "account_userId_idx" on identity."account" ("userId");
-- One account of a sign-in provider opens one user, whatever runs at once; and it is found by this at each sign-in.
create unique index "account_providerId_accountId_key" on identity."account" ("providerId", "accountId");

create table identity."verification" (
  "id"         text primary key,
  "identifier" text not null,
  "value"      text not null,
  "expiresAt"  timestamptz not null,
  "createdAt"  timestamptz not null default now(),
  "updatedAt"  timestamptz not null default now()
);
create index "verification_identifier_idx" on identity."verification" ("identifier");
-- Each look at the login page leaves a question that most people never answer.
create index "verification_expiresAt_idx" on identity."verification" ("expiresAt");

create table identity."jwks" (
  "id"         text primary key,
  "publicKey"  text not null,
  "privateKey" text not null,
  "createdAt"  timestamptz not null,
  "expiresAt"  timestamptz,
  "alg"        text,
  "crv"        text
);

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

-- The second factor: a secret that an authenticator app shares, and recovery codes. The library encrypts both with the shop's
-- SECRET.
create table identity."twoFactor" (
  "id"                      text primary key,
  "secret"                  text not null,
  "backupCodes"             text not null,
  "userId"                  text not null unique references identity."user" ("id") on delete cascade,
  "verified"                boolean not null default true,
  "failedVerificationCount" integer not null default 0,
  "lockedUntil"             timestamptz
);

-- The shop's own: the codes that an app has shown and somebody has typed, so that none opens an account twice.
create table identity."typedCode" (
  "userId"  text not null references identity."user" ("id") on delete cascade,
  "code"    text not null,
  "typedAt" timestamptz not null,
  primary key ("userId", "code")
);

create table identity."passkey" (
  "id"           text primary key,
  "userId"       text not null references identity."user" ("id") on delete cascade,
  "name"         text,
  -- What a device's passkey is found by. The library looks for the first one: there must be no second.
  "credentialID" text not null unique,
  "publicKey"    text not null,
  -- A whole number of 32 bits without a sign, which an integer of the database does not hold.
  "counter"      double precision not null,
  "deviceType"   text not null,
  "backedUp"     boolean not null,
  "transports"   text,
  "aaguid"       text,
  "createdAt"    timestamptz not null default now(),
  "lastUsedAt"   timestamptz
);
create index "passkey_userId_idx" on identity."passkey" ("userId");

-- That somebody has just shown again who they are. It goes with the session: whoever ends that ends this.
create table identity."passkeyProof" (
  "sessionId" text primary key references identity."session" ("id") on delete cascade,
  "userId"    text not null references identity."user" ("id") on delete cascade,
  "expiresAt" timestamptz not null
);
create index "passkeyProof_userId_idx" on identity."passkeyProof" ("userId");

-- Each proof adds one passkey. Whoever gives an account to the owner of its mailbox holds the user's row meanwhile: a
-- stranger's passkey waits here, and then finds its proof gone.
create function identity.admit_passkey() returns trigger language plpgsql as $$
begin
  perform from identity."user" where "id" = new."userId" for key share;
  delete from identity."passkeyProof" where "userId" = new."userId" and "expiresAt" > now();
  if not found then
    raise exception 'a passkey is added without a fresh proof of who adds it' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger passkey_needs_proof before insert on identity."passkey"
  for each row execute function identity.admit_passkey();

-- A second factor that is turned on counts at once, and for everybody: whoever is logged in by the password alone is
-- logged out in the same moment. The library marks its key as proven in a later statement; dying between the two would
-- leave an account that asks for a code and accepts none.
create function identity.second_factor_turned_on() returns trigger language plpgsql as $$
begin
  update identity."twoFactor" set "verified" = true where "userId" = new."id";
  delete from identity."session" where "userId" = new."id";
  return null;
end
$$;
create trigger user_second_factor_turned_on after update of "twoFactorEnabled" on identity."user"
  for each row when (new."twoFactorEnabled" and not old."twoFactorEnabled")
  execute function identity.second_factor_turned_on();

-- Turning the second factor off is two statements of the library, as turning it on is: dying in between would leave
-- a key that counts as proven, and stands in the way of the next.
create function identity.second_factor_turned_off() returns trigger language plpgsql as $$
begin
  delete from identity."twoFactor" where "userId" = new."id";
  return null;
end
$$;
create trigger user_second_factor_turned_off after update of "twoFactorEnabled" on identity."user"
  for each row when (old."twoFactorEnabled" and not new."twoFactorEnabled")
  execute function identity.second_factor_turned_off();

-- A session that the embedded identity service ends takes the shop's with it in the same moment, whatever ended it: a new
-- password, another device, a stranger's address that got its owner.
create function identity.end_shop_session() returns trigger language plpgsql as $$
begin
  update public.account_session set ended_at = now() where identity_session = old."id" and ended_at is null;
  return null;
end
$$;
create trigger session_ends_shop_session after delete on identity."session"
  for each row execute function identity.end_shop_session();

-- An address that is confirmed or changed at the embedded identity service is so in the shop by the same transaction,
-- whatever did it: a link, a password, Google, the settings. What an account may do hangs on it.
create function identity.confirm_shop_account() returns trigger language plpgsql as $$
begin
  update public.account set email = new."email", email_verified = true, updated_at = now()
  where issuer = 'urn:tappet:identity' and subject = new."id"
    and (email <> new."email" or not email_verified);
  return null;
end
$$;
create trigger user_confirms_shop_account after update of "email", "emailVerified" on identity."user"
  for each row when (new."emailVerified") execute function identity.confirm_shop_account();
