-- Where a part comes from and by which number customs know it, as papers for other countries say, and what its maker recommends as its price.
alter table tool
  -- ISO 3166-1.
  add column country_of_origin text,
  -- Digits alone.
  add column customs_code      text,
  -- Minor units of the shop's currency.
  add column list_price        bigint,
  add constraint tool_country_of_origin check (country_of_origin ~ '^[A-Z]{2}$'),
  add constraint tool_customs_code check (customs_code ~ '^[0-9]{6,12}$'),
  add constraint tool_list_price check (list_price > 0);
