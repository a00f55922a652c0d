-- Whoever has deleted their account, until the identity service has forgotten them too. While a row stands here nobody
-- enters by that identity, so that a token which is still good for minutes cannot bring the account back.
-- An identity service's own name for somebody, and nothing of the person.
create table identity_deletion (
  issuer       text not null,
  subject      text not null,
  requested_at timestamptz not null,
  primary key (issuer, subject)
);

-- Whose pictures they are: asked when an account is exported or deleted.
create index image_of_account on image (account_id) where account_id is not null;
-- The admins, of whom there are few: locked together when one of them loses the role.
create index account_admins on account (id) where role = 'admin';
