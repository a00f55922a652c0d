-- Where a part comes from and by which number customs know it, as papers for other countries say, and what its maker recommends as its price.
alter table tool
  -- ISO 3166-1.
  add column country_of_origin text constraint tool_country_of_origin check (country_of_origin ~ '^[A-Z]{2}$'),
  -- Digits alone.
  add column customs_code text constraint tool_customs_code check (customs_code ~ '^[0-9]{6,12}$'),
  -- Minor units of the shop's currency.
  add column list_price bigint constraint tool_list_price check (list_price > 0);
