-- Every picture that was the shop's logo once. It is kept: mails that were sent show it, and an owner may take a change back.
create table shop_logo (
  image_id uuid primary key references image,
  since    timestamptz not null
);
