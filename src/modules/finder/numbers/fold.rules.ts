import { plainDigit } from '#kernel/typed-number'

/**
 * Part numbers as they are compared: case, digits of other scripts, spaces and signs do not count; leading zeros do, and O is not
 * 0. The database's `plain_part_number` and `fold_part_number` say the same, letter by letter (`fold.server.test.ts`).
 */

/** What is between the letters and digits of a number: spaces, punctuation, hyphens of all scripts, and what is not seen at all. */
export const signClass =
  '\\p{Cc}\\u0020-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u034f\\u058a\\u05be\\u061c\\u115f\\u1160\\u1400\\u17b4\\u17b5' +
  '\\u1806\\u180b-\\u180f\\u2000-\\u206f\\u2212-\\u2219\\u2e00-\\u2e7f\\u3000-\\u303f\\u30a0\\u30fb\\u30fc\\u3164\\ufe00-\\ufe0f\\ufeff' +
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}'

const signs = new RegExp(`[${signClass}]`, 'gu')
const isAscii = /^[\p{Cc}\u0020-\u007e]*$/u

/** A number with its signs, in plain capitals and digits: wide, small and other scripts' ones are the same. */
export function plainPartNumber(value: string): string {
  if (isAscii.test(value)) return value.toUpperCase()
  return value
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, plainDigit)
    .replaceAll(/\p{L}|\p{M}|\p{N}|\p{So}/gu, capitalOf)
}

/** A number as it is compared. */
export const foldPartNumber = (value: string): string => plainPartNumber(value).replaceAll(signs, '')

/** The one capital of a letter; itself where it has none, or one of several letters. */
function capitalOf(letter: string): string {
  const small = letter.toLowerCase()
  const capital = (isOne(small) ? small : letter).toUpperCase()
  return isOne(capital) ? capital : isOne(small) ? small : letter
}

const isOne = (text: string) => Array.from(text).length === 1

/** Letters of Greek and Cyrillic that look like Latin ones, as capitals. */
const lookAlikes = new Map(
  Array.from('АВЕЅІЈКМНОРСТУХҮԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ').map((letter, at) => [
    letter,
    'ABESIJKMHOPCTYXYQWABEZHIKMNOPTYXC'[at] ?? letter,
  ]),
)

/** A folded number as it looks: the Cyrillic ВМ88 is the Latin BM88. */
export const lookOf = (folded: string): string =>
  folded.replaceAll(/[\u0370-\u052f]/g, letter => lookAlikes.get(letter) ?? letter)

/** The digits of a folded number, without its letters: CV45511 has 45511. */
export const digitsOf = (folded: string): string => folded.replaceAll(/[^0-9]/g, '')
