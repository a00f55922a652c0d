-- The second factor of the embedded identity service: a secret that an authenticator app shares, and recovery codes.
-- The library encrypts both with the shop's SECRET. Tables and columns carry the names that it uses.
alter table identity."user" add column "twoFactorEnabled" boolean not null default false;

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
