-- A picture as stored: its renditions are files named by content, `{key}-{width}.{format}`.
create table image (
  id         uuid primary key,
  key        text not null unique,
  width      integer not null check (width > 0),
  height     integer not null check (height > 0),
  -- The account that uploaded it; none for the shop's own drawings.
  account_id uuid references account on delete set null,
  created_at timestamptz not null default now(),
  -- From when on nothing refers to it. A job marks it, and removes the picture a day later.
  unused_since timestamptz
);
create index image_unused on image (unused_since) where unused_since is not null;
-- Whose pictures they are: asked when an account is exported or deleted.
create index image_of_account on image (account_id) where account_id is not null;

-- Whom the image host gave an address. One picture may be given to several: its files are named by content.
create table image_upload (
  image_id   uuid not null references image on delete cascade,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null,
  primary key (image_id, account_id)
);
-- The quota a day.
create index image_upload_of_account on image_upload (account_id, created_at);

-- Pictures whose files may be in the store without a row: written down before files are stored, and together with the
-- end of a row. A job clears them away; what stops half-way is found here.
create table image_leftover (
  key          text primary key,
  remove_after timestamptz not null
);

-- The addresses that an image host chose for our files. None where the shop chooses them itself.
create table hosted_image (
  file text primary key,
  url  text not null
);
