-- Whom the image host gave an address. One picture may be given to several: its files are named by content.
create table image_upload (
  image_id   uuid not null references image on delete cascade,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null,
  primary key (image_id, account_id)
);
-- The quota a day.
create index image_upload_of_account on image_upload (account_id, created_at);

-- Since when nothing refers to a picture. A job marks it, and removes the picture a day later.
alter table image add column unused_since timestamptz;
create index image_unused on image (unused_since) where unused_since is not null;

-- What the job asks of every picture: does anything refer to it? Orders keep the address that the buyer saw.
create index tool_of_image on tool (image_id);
create index category_of_image on category (image_id);
create index review_of_image on review (image_id);
create index order_line_of_image on order_line (image) where image is not null;

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
