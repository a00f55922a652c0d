-- Numbers are compared without their signs, so `4711.0` meets 47110, and `12` the socket `1/2`. Where a sign may tell two numbers
-- apart, such a hit is in doubt: it is proposed, and never taken (`isDoubtful` of finder/numbers/doubt.rules.ts says the same).

-- As numbers are compared, but with a mark for each point, comma and slash between two digits.
create function marked_part_number(value text) returns text
  language sql immutable strict parallel safe
  return fold_part_number(regexp_replace(
    normalize(value, NFKC), '(?<=[0-9])\s*[.,/\u2044\u2215]\s*(?=[0-9])', U&'\A78F', 'g'));

-- The pieces of a number that signs between digits make, as numbers are compared; one where there is no such sign.
create function pieces_of_part_number(value text) returns text[]
  language sql immutable strict parallel safe
  return (
    select array_agg(fold_part_number(piece)) from regexp_split_to_table(
      normalize(value, NFKC),
      '(?<=[0-9])[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2215\u3000-\u303f]+(?=[0-9])') piece);

-- Whether a number that somebody gave may be another than `value`, which is compared alike and is that of the tool `ordinal`: a
-- point, comma or slash differs, or another part on sale has one of its pieces for its number.
create function is_doubtful_number(given text, value text, ordinal integer) returns boolean
  language sql stable strict parallel safe
  return upper(normalize(btrim(given), NFKC)) <> upper(normalize(btrim(value), NFKC)) and (
    marked_part_number(given) <> marked_part_number(value)
      and (strpos(marked_part_number(given), U&'\A78F') > 0 or strpos(marked_part_number(value), U&'\A78F') > 0)
    or cardinality(pieces_of_part_number(given)) > 1 and exists (
      select from part_number piece join tool on tool.ordinal = piece.tool_ordinal and tool.archived_at is null
      where piece.folded = any(pieces_of_part_number(given)) and piece.kind = 'own' and piece.tool_ordinal <> is_doubtful_number.ordinal));
