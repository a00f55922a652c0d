-- One account of a sign-in provider opens one user, whatever runs at once; and it is found by this at each sign-in.
create unique index "account_providerId_accountId_key" on identity."account" ("providerId", "accountId");
