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

update account set email = "user"."email", email_verified = true, updated_at = now()
from identity."user"
where account.issuer = 'urn:tappet:identity' and account.subject = "user"."id" and "user"."emailVerified"
  and (account.email <> "user"."email" or not account.email_verified);
