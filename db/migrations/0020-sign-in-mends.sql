-- The identity library's own count of calls: the shop's table of tries has taken its place (0018).
drop table identity."rateLimit";

-- Turning the second factor off is two statements of the library, as turning it on is (0019): dying in between would leave
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
