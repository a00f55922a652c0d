-- needs 0073-folded-numbers.sql
-- What a number may be that nobody has: one that looks like it, by letters of another script, or one that has its digits. Both are
-- proposed, and never taken (`lookOf` and `digitsOf` of finder/numbers/fold.rules.ts say the same).

-- Letters of Greek and Cyrillic as the Latin ones that look like them: the Cyrillic ВМ88 is the Latin BM88.
create function look_of_part_number(folded text) returns text
  language sql immutable strict parallel safe
  return translate(folded, 'АВЕЅІЈКМНОРСТУХҮԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ', 'ABESIJKMHOPCTYXYQWABEZHIKMNOPTYXC');

create function digits_of_part_number(folded text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(folded, '[^0-9]', '', 'g');

-- Few numbers have such letters; those without are found as they are.
create index part_number_look on part_number (look_of_part_number(folded)) where folded ~ '[\u0370-\u052f]';
create index part_number_digits on part_number (digits_of_part_number(folded))
  where kind = 'own' and folded ~ '[0-9]{3}' and folded ~ '[^0-9]';
