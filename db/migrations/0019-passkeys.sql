-- Passkeys of the embedded identity service. Tables and columns carry the names that its library uses.
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

-- Each look at the login page leaves a question that most people never answer.
create index "verification_expiresAt_idx" on identity."verification" ("expiresAt");

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
