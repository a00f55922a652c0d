-- When whoever is logged in last showed who they are: by logging in, or by the password typed once more. What cannot be
-- undone, and what gives somebody rights, wants it lately.
alter table account_session add column proven_at timestamptz;
update account_session set proven_at = created_at;
alter table account_session alter column proven_at set not null;
