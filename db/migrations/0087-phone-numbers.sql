-- A phone number as E.164 writes it, beside what was typed: read by the country of the address. Empty where what was typed may be no number
-- of there; null where it was typed before the shop looked.
alter table address add column phone_e164 text check (phone_e164 ~ '^(\+[1-9][0-9]{4,14})?$');
alter table orders add column phone_e164 text check (phone_e164 ~ '^(\+[1-9][0-9]{4,14})?$');
