-- needs 0085-signs-about-a-point.sql
-- What these say of numbers stays as it is; it takes a twentieth of the time before PostgreSQL 18, which alone keeps the plan of what a
-- function in SQL asks: each call of the one below was worked out anew, in a list of 100,000 rows for minutes.

create or replace function fold_part_number(value text) returns text
  language plpgsql immutable strict parallel safe as $$
  begin
    -- Most are plain ASCII, which needs no table.
    if octet_length(value) = char_length(value) then
      return translate(value, 'abcdefghijklmnopqrstuvwxyz'
        || E'\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u0009\u000a\u000b\u000c\u000d\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f\u0020'
        || E'\u0021\u0022\u0023\u0024\u0025\u0026\u0027\u0028\u0029\u002a\u002b\u002c\u002d\u002e\u002f\u003a\u003b\u003c\u003d\u003e\u003f\u0040\u005b\u005c\u005d\u005e\u005f\u0060\u007b\u007c\u007d\u007e\u007f',
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    end if;
    return regexp_replace(plain_part_number(value),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u034f\u058a\u05be\u061c\u115f\u1160\u1400\u17b4\u17b5\u1806\u180b-\u180f\u2000-\u206f\u2212-\u2219\u2e00-\u2e7f\u3000-\u303f\u30a0\u30fb\u30fc\u3164\ufe00-\ufe0f\ufeff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
      '', 'g');
  end $$;

create or replace function marked_part_number(value text) returns text
  language plpgsql immutable strict parallel safe as $$
  declare
    plain text := plain_part_number(value);
  begin
    if translate(plain, U&'.,/\2044\2215', '') = plain then
      return fold_part_number(plain);
    end if;
    return fold_part_number(regexp_replace(plain,
      '(?<=[0-9])[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u034f\u058a\u05be\u061c\u115f\u1160\u1400\u17b4\u17b5\u1806\u180b-\u180f\u2000-\u206f\u2212-\u2219\u2e00-\u2e7f\u3000-\u303f\u30a0\u30fb\u30fc\u3164\ufe00-\ufe0f\ufeff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*[.,/\u2044\u2215][\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u034f\u058a\u05be\u061c\u115f\u1160\u1400\u17b4\u17b5\u1806\u180b-\u180f\u2000-\u206f\u2212-\u2219\u2e00-\u2e7f\u3000-\u303f\u30a0\u30fb\u30fc\u3164\ufe00-\ufe0f\ufeff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*(?=[0-9])',
      U&'\A78F', 'g'));
  end $$;

create or replace function pieces_of_part_number(value text) returns text[]
  language plpgsql immutable strict parallel safe as $$
  declare
    plain text := plain_part_number(value);
    folded text := fold_part_number(plain);
  begin
    if folded = plain then
      return array[folded];
    end if;
    return (
      select array_agg(fold_part_number(piece)) from regexp_split_to_table(plain,
        '(?<=[0-9])[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u034f\u058a\u05be\u061c\u115f\u1160\u1400\u17b4\u17b5\u1806\u180b-\u180f\u2000-\u206f\u2212-\u2219\u2e00-\u2e7f\u3000-\u303f\u30a0\u30fb\u30fc\u3164\ufe00-\ufe0f\ufeff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+(?=[0-9])') piece);
  end $$;

create or replace function is_doubtful_number(given text, value text, ordinal integer) returns boolean
  language plpgsql stable strict parallel safe as $$
  declare
    marked_given text;
    marked_value text;
    pieces text[];
  begin
    if btrim(plain_part_number(given)) = btrim(plain_part_number(value)) then
      return false;
    end if;
    marked_given := marked_part_number(given);
    marked_value := marked_part_number(value);
    if marked_given <> marked_value
      and (strpos(marked_given, U&'\A78F') > 0 or strpos(marked_value, U&'\A78F') > 0) then
      return true;
    end if;
    pieces := pieces_of_part_number(given);
    return cardinality(pieces) > 1 and exists (
      select from part_number piece join tool on tool.ordinal = piece.tool_ordinal and tool.archived_at is null
      where piece.folded = any(pieces) and piece.kind = 'own' and piece.tool_ordinal <> is_doubtful_number.ordinal);
  end $$;
