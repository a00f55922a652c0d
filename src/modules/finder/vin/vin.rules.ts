import { vinTexts } from './vin.texts.ts'

/** The rules of vehicle identification numbers (ISO 3779, 49 CFR 565). Pure: they serve browser and server. */

const vinLength = 17

/** A VIN as it is compared: without the spaces and hyphens of papers and plates, in capitals. */
export function normaliseVin(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\u200b-\u200d\ufeff]/gu, '')
    .replace(/[a-z]/g, letter => letter.toUpperCase())
}

/** What is wrong with it, in a sentence; undefined when it has the form of a VIN. Takes what `normaliseVin` gives. */
export function vinProblem(vin: string): string | undefined {
  if (vin === '') return vinTexts.empty
  if (/[IOQ]/.test(vin)) return vinTexts.letters
  if (!/^[A-Z0-9]*$/.test(vin)) return vinTexts.characters
  const { length } = vin
  if (length !== vinLength) return length < vinLength ? vinTexts.short(length) : vinTexts.long(length)
  return undefined
}

const isVin = (text: string) => vinProblem(normaliseVin(text)) === undefined

/**
 * The first VIN among words, and the words beside it. A VIN alone may be written with spaces, if its check digit is right:
 * "2013 rav4 brake pads" has seventeen letters and digits, too.
 */
export function vinAmong(words: string): { vin: string; others: string } | undefined {
  const whole = normaliseVin(words)
  if (isVin(words) && (!/\s/.test(words.trim()) || checkVin(whole) === 'pass')) return { vin: whole, others: '' }
  const all = words.split(/\s+/)
  const at = all.findIndex(isVin)
  return at < 0 ? undefined : { vin: normaliseVin(all[at] ?? ''), others: all.toSpliced(at, 1).join(' ').trim() }
}

/**
 * A word that was meant as a VIN: a character is missing or one too many, or it has a letter that no VIN has. No part number
 * is as long with as many letters and digits.
 */
function isNearVin(word: string): boolean {
  const vin = normaliseVin(word)
  const isMixed = vin.replace(/\D/g, '').length >= 5 && vin.replace(/[^A-Z]/g, '').length >= 3
  return /^[A-Z0-9]{16,18}$/.test(vin) && isMixed && !isVin(vin)
}

/** The first word that was meant as a VIN and is none, and the words beside it. */
export function nearVinAmong(words: string): { vin: string; others: string } | undefined {
  const all = words.split(/\s+/)
  const at = all.findIndex(isNearVin)
  return at < 0 ? undefined : { vin: normaliseVin(all[at] ?? ''), others: all.toSpliced(at, 1).join(' ').trim() }
}

/** Whether there may be a VIN among words, mistyped or not: then they are about somebody's own vehicle, and kept nowhere. */
export function holdsVin(words: string): boolean {
  // Most of what is typed is too short for any, which is seen at once.
  if (/^[ -~]{0,15}$/.test(words)) return false
  return isVin(words) || words.split(/\s+/).some(word => isVin(word) || isNearVin(word))
}

/** The value of each letter and digit, by 49 CFR 565.15(c). */
const values = new Map(
  ['0', '1AJ', '2BKS', '3CLT', '4DMU', '5ENV', '6FW', '7GPX', '8HY', '9RZ'].flatMap((characters, value) =>
    characters.split('').map(character => [character, value] as const),
  ),
)
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** The digit (or X, for ten) that belongs in position 9. */
export function checkDigitOf(vin: string): string {
  const sum = weights.reduce((sum, weight, index) => sum + weight * (values.get(vin[index] ?? '') ?? 0), 0)
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

export type CheckDigit = 'pass' | 'fail' | 'not-applicable'

/**
 * What position 9 says. It has to be a check digit in North America alone (first character 1 to 5); a digit that is right
 * elsewhere is no accident either, one that is not says nothing.
 */
export function checkVin(vin: string): CheckDigit {
  if (vin[8] === checkDigitOf(vin)) return 'pass'
  return /^[1-5]/.test(vin) ? 'fail' : 'not-applicable'
}

/** European makers fill what describes the vehicle in North America: such a number names its plant, and no model. */
export function isFilled(vin: string): boolean {
  return vin.slice(3, 6) === 'ZZZ'
}

const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/** The model years that position 10 can stand for, the later first: codes come again after 30 years. */
export function modelYears(vin: string): number[] {
  const index = yearCodes.indexOf(vin[9] ?? '')
  return index < 0 ? [] : [2010 + index, 1980 + index]
}

/**
 * Whether position 7 allows the year for a passenger car, a multipurpose vehicle or a light truck: it is a digit until 2009,
 * a letter from then on. Of anything else it says nothing about the year.
 */
export function allowsYear(vin: string, year: number): boolean {
  return /\d/.test(vin[6] ?? '') === year < 2010
}

/** Whether the first character is one of Europe's. */
export function isEuropean(vin: string): boolean {
  return /^[S-Z]/.test(vin)
}

/** What the keys of the public tables are held against: positions 4 to 8, then 10 to 17. */
export function describedPart(vin: string): string {
  return `${vin.slice(3, 8)}|${vin.slice(9)}`
}

/**
 * Whether a key fits: `*` stands for any character, `#` for a digit, `[1-4]` and `[BG]` for one of several. Returns how many
 * characters the key pins down, the better of two that fit having more; undefined when it does not fit.
 */
export function fitOfKey(key: string, described: string): number | undefined {
  let pinned = 0
  let at = 0
  for (let index = 0; index < key.length; index += 1, at += 1) {
    const sign = key[index] ?? ''
    const given = described[at]
    if (given === undefined) return undefined
    if (sign === '*' || sign === '_') continue
    if (sign === '[') {
      const end = key.indexOf(']', index)
      if (end < 0 || !isOneOf(key.slice(index + 1, end), given)) return undefined
      index = end
    } else if (sign === '#' ? !/\d/.test(given) : sign !== given) return undefined
    if (sign !== '|') pinned += 1
  }
  return pinned
}

function isOneOf(set: string, given: string): boolean {
  for (let index = 0; index < set.length; index += 1) {
    const first = set[index] ?? ''
    if (set[index + 1] === '-' && index + 2 < set.length) {
      if (given >= first && given <= (set[index + 2] ?? '')) return true
      index += 2
    } else if (given === first) return true
  }
  return false
}

/** How a VIN is shown where it need not be whole, the last four characters and that there are more: "•••• 0001". */
export function maskVin(vin: string): string {
  return `•••• ${normaliseVin(vin).slice(-4)}`
}
