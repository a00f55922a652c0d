-- Addresses that a mail server refuses for good, with what it last said. A mail that gets through takes its row away.
create table refused_mail (
  email      text primary key check (email = lower(email)),
  subject    text not null,
  answer     text not null,
  refused_at timestamptz not null
);
create index refused_mail_age on refused_mail (refused_at);

-- An address that is no account's any more is nobody's business here.
create function forget_refused_mail() returns trigger language plpgsql as $$
begin
  delete from refused_mail where email = old.email;
  return null;
end
$$;
create trigger account_forgets_refused_mail after delete on account
  for each row execute function forget_refused_mail();
create trigger account_leaves_refused_mail after update of email on account
  for each row when (old.email <> new.email) execute function forget_refused_mail();
