-- The logo of a brand, as its page shows it.
alter table brand add column image_id uuid references image;
-- What a job asks of every picture: does anything refer to it?
create index brand_of_image on brand (image_id);
