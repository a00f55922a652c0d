-- needs 0073-folded-numbers.sql
-- A point, comma or slash between two digits tells numbers apart, whatever other signs stand beside it, also those that nobody sees
-- (`finder/numbers/doubt.rules.ts` says the same). What a space is, each server says in its own way; which signs there are, 0073 does.

create or replace function marked_part_number(value text) returns text
  language sql immutable strict parallel safe
  return fold_part_number(regexp_replace(
    plain_part_number(value),
    '(?<=[0-9])[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u034f\u058a\u05be\u061c\u115f\u1160\u1400\u17b4\u17b5\u1806\u180b-\u180f\u2000-\u206f\u2212-\u2219\u2e00-\u2e7f\u3000-\u303f\u30a0\u30fb\u30fc\u3164\ufe00-\ufe0f\ufeff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*[.,/\u2044\u2215][\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u034f\u058a\u05be\u061c\u115f\u1160\u1400\u17b4\u17b5\u1806\u180b-\u180f\u2000-\u206f\u2212-\u2219\u2e00-\u2e7f\u3000-\u303f\u30a0\u30fb\u30fc\u3164\ufe00-\ufe0f\ufeff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*(?=[0-9])',
    U&'\A78F', 'g'));

create or replace function is_doubtful_number(given text, value text, ordinal integer) returns boolean
  language sql stable strict parallel safe
  return btrim(plain_part_number(given)) <> btrim(plain_part_number(value)) and (
    marked_part_number(given) <> marked_part_number(value)
      and (strpos(marked_part_number(given), U&'\A78F') > 0 or strpos(marked_part_number(value), U&'\A78F') > 0)
    or cardinality(pieces_of_part_number(given)) > 1 and exists (
      select from part_number piece join tool on tool.ordinal = piece.tool_ordinal and tool.archived_at is null
      where piece.folded = any(pieces_of_part_number(given)) and piece.kind = 'own' and piece.tool_ordinal <> is_doubtful_number.ordinal));
