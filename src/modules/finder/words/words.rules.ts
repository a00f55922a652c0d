import { hasPairs, pairsOf, readingsOf, scriptParts, singlesOf, withoutAccents } from './letters.rules.ts'

/**
 * What counts as a word, the same for the catalogue and for what a buyer types. Case and accents do not count, a plural
 * is its singular; a word with a digit in it is exact. What people write together, with a hyphen or apart ("5W-30",
 * "5W30", "5W 30") is found in each of these ways; so is what is written without spaces between its words.
 */

/** One word of a query: any of its forms may be met, each by all its words ("5w-30": `5w30`, or `5w` and `30`). */
export type QueryWord = {
  /** As typed, folded, without plural folding: what a prefix of a longer word is compared by. */
  typed: string
  /** The same in each of its readings ("ö" is `o` and `oe`), `typed` first. */
  begins: string[]
  forms: string[][]
  /** Which of the query's tokens it is. */
  at: number
}

/** Words that say nothing about a part: neither kept nor asked for. */
const fillers = new Set('a an and are as at be by for from in is it its of on or that the this to with your'.split(' '))

const longestWord = 40
const plainText = /^[\u0020-\u007e\n]*$/
const plainToken = /[a-z0-9]+(?:[.\-/][a-z0-9]+)*/g
const anyToken = /[\p{L}\p{N}\p{M}]+(?:[.\-/][\p{L}\p{N}\p{M}]+)*/gu
const hasDigit = /\p{N}/u

export function isExactWord(word: string): boolean {
  return hasDigit.test(word)
}

/** Case, accents, width and apostrophes taken away; letters that are read in two ways stay, and are read by `readingsOf`. */
function foldText(text: string): string {
  if (plainText.test(text)) return text.toLowerCase().replaceAll("'", '')
  return withoutAccents(text)
    .replaceAll(/['’‘`´]/g, '')
    .replaceAll('×', 'x')
    .replaceAll(/[‐‑‒–—−]/g, '-')
}

/** The pieces between spaces and punctuation; hyphen, slash and dot hold a piece together: `5w-30`, `m8x1.25`. */
export function tokensOf(text: string): string[] {
  const folded = foldText(text)
  return folded.match(plainText.test(folded) ? plainToken : anyToken) ?? []
}

/** Something was typed, and nothing of it is a word, as in "???": it finds nothing. */
export const isWordless = (text: string): boolean => text.trim() !== '' && tokensOf(text).length === 0

/** The words under which a token of the catalogue is kept: together, in its parts, and by its signs where one may be a word. */
export function wordsOfToken(token: string): string[] {
  return [...new Set([...formsOf(token).flat(), ...singlesOf(token)])]
}

/** The words of a text of the catalogue. */
export function indexWords(text: string): string[] {
  return [...new Set(tokensOf(text).flatMap(wordsOfToken))]
}

/** The words of a query. The last one may be unfinished; `endsOpen` says whether it can be. */
export function queryWords(text: string): { tokens: string[]; words: QueryWord[]; endsOpen: boolean } {
  const tokens = tokensOf(text)
  const places = [...tokens.keys()].filter(at => !fillers.has(tokens[at] ?? '') && !isTimes(tokens, at))
  // "for" alone may become "fork"; a query of nothing but such words asks for what begins with the last of them.
  const used = places.length > 0 ? places : [...tokens.keys()].slice(-1)
  return {
    tokens,
    words: used.map(at => wordOf(tokens[at] ?? '', at)),
    endsOpen: used.at(-1) === tokens.length - 1 && /[\p{L}\p{N}\p{M}]$/u.test(foldText(text)),
  }
}

function wordOf(token: string, at: number): QueryWord {
  const begins = readingsOf(bare(token))
  return { typed: begins[0] ?? '', begins, forms: formsOf(token), at }
}

/** "M10 x 1": the x is no word. */
function isTimes(tokens: readonly string[], index: number): boolean {
  const before = tokens[index - 1] ?? ''
  const after = tokens[index + 1] ?? ''
  return tokens[index] === 'x' && hasDigit.test(before) && hasDigit.test(after)
}

/** A token's ways of being met: in each reading whole, in parts, and in the parts of its parts. */
function formsOf(token: string): string[][] {
  const forms = readingsOf(token).flatMap(formsOfReading)
  const seen = new Set<string>()
  return forms.filter(form => {
    const key = form.join(' ')
    return !seen.has(key) && seen.add(key)
  })
}

function formsOfReading(token: string): string[][] {
  const parts = partsOf(token)
  const whole = [bareFold(token)]
  const inParts = parts.map(singular)
  const deep = parts.flatMap(part => (hasPairs(part) ? pairsOf(part) : (mixedParts(part) ?? [part]))).map(singular)
  return [whole, inParts, deep].map(form => form.filter(isWord)).filter(form => form.length > 0)
}

function isWord(word: string): boolean {
  return word !== '' && word.length <= longestWord && !fillers.has(word)
}

/** A dot between digits belongs to the number. */
function partsOf(token: string): string[] {
  return token
    .split(/[-/]|(?<!\d)\.|\.(?!\d)/)
    .flatMap(scriptParts)
    .filter(part => part !== '')
}

function bare(token: string): string {
  return partsOf(token).join('')
}

function bareFold(token: string): string {
  return singular(bare(token))
}

const units =
  'mm|cm|m|in|nm|v|a|w|kw|hp|ps|ml|cl|l|kg|g|mg|lb|lbs|oz|ah|mah|bar|psi|pc|pcs|t|ton|ohm|hz|khz|mhz|lm|awg|tpi|deg|amp|volt|ft'
const mixedPatterns = [/^(\d{1,2}w)(\d{2})$/, /^(\d{2,3})(z?r\d{2})$/, new RegExp(`^(\\d+(?:\\.\\d+)?)(${units})$`)]
const dimensions = /^[a-z]{0,2}\d+(?:\.\d+)?(?:x\d+(?:\.\d+)?)+$/

/** Grades, tyres, threads and numbers with their unit are written together or apart: `5w30`, `55r16`, `m8x1.25`, `12v`. */
function mixedParts(word: string): string[] | undefined {
  if (!hasDigit.test(word)) return undefined
  if (dimensions.test(word)) return word.split('x')
  for (const pattern of mixedPatterns) {
    const match = pattern.exec(word)
    if (match) return match.slice(1)
  }
  return undefined
}

const oddPlurals = new Map(
  Object.entries({
    lens: 'lens',
    lenses: 'lens',
    gases: 'gas',
    buses: 'bus',
    knives: 'knife',
    halves: 'half',
    axes: 'axe',
    feet: 'foot',
  }),
)

/** Plain English plurals, folded the same everywhere: whether the result is a word matters less than that it is one. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || hasDigit.test(word)) return oddPlurals.get(word) ?? word
  const odd = oddPlurals.get(word)
  if (odd) return odd
  if (/(?:ss|us|is)$/.test(word)) return word
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}
