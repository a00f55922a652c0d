/** How letters are compared: accents, letters that are read in two ways, and scripts that put no space between words. */

const otherLetters = new Map(
  Object.entries({ ı: 'i', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ß: 'ss', ħ: 'h' }),
)

/** Whoever lacks the key types one or the other: "Öl" is "Ol" for many and "Oel" for Germans, "Å" is "Aa" for Danes. */
const readings = new Map(
  Object.entries({ ä: ['a', 'ae'], ö: ['o', 'oe'], ü: ['u', 'ue'], ø: ['o', 'oe'], å: ['a', 'aa'] }),
)
const readTwice = /[äöüøå]/g
const isReadTwice = /[äöüøå]/

/** The marks of these scripts are no letters. Those of Thai, the scripts of India and kana are: `パ` is another sign than `ハ`. */
const accents =
  /(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]/gu

/** In lower case and of one width, without accents but for `ä ö ü å`, and with plain letters for the likes of `ł`, `æ` and `ß`. */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[aou]\u0308|a\u030a/g, letter => letter.normalize('NFC'))
    .replaceAll(accents, '')
    .replaceAll(/[ıłđðþæœßħ]/g, letter => otherLetters.get(letter) ?? letter)
    .normalize('NFC')
}

/** A word of `withoutAccents` in plain letters: with the single ones, and with the double ones where that is another word. */
export function readingsOf(word: string): string[] {
  if (!isReadTwice.test(word)) return [word]
  return [0, 1].map(which => word.replaceAll(readTwice, letter => readings.get(letter)?.[which] ?? letter))
}

const spaceless = '(?=[\\p{L}\\p{M}])[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}]'
/** These scripts' signs come late: most words are told by this alone, which costs less. */
const isFromThai = /[\u0e00-\uffff]/
const isSpaceless = new RegExp(spaceless, 'u')
const runs = new RegExp(`(?:${spaceless})+|(?:(?!${spaceless}).)+`, 'gu')

/** Whether a part of `scriptParts` is written without spaces between its words. */
export const hasPairs = (part: string): boolean => isFromThai.test(part) && isSpaceless.test(part)

/** A word where its script changes between one with spaces and one without: `bmw用ブレーキ` is `bmw` and `用ブレーキ`. */
export const scriptParts = (word: string): string[] => (hasPairs(word) ? (word.match(runs) ?? []) : [word])

/**
 * Each two neighbours of a run of Han, kana, Hangul or Thai: a word in it has its own pairs wherever it stands, while a dictionary
 * would cut the same letters in one way in a long name and in another in a short question.
 */
export function pairsOf(run: string): string[] {
  const signs = Array.from(run)
  return signs.length < 2 ? signs : signs.slice(1).map((sign, at) => `${signs[at] ?? ''}${sign}`)
}

/** The signs of such runs that may be a word each: a question may be one of them, as `油` or `휠` is. */
export const singlesOf = (token: string): string[] =>
  hasPairs(token) ? (token.match(/[\p{Script=Han}\p{Script=Hangul}]/gu) ?? []) : []
