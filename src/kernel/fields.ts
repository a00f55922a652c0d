import * as z from 'zod/mini'
import { changingParts } from './answer-parts.ts'
import { toMinorUnits } from './money.ts'
import { texts } from './texts.ts'

/**
 * Schemas of single fields that several contracts speak. Each takes the sentence to show, because the specification
 * words them field by field; as a function, because a schema is older than the language in which it refuses.
 */

/** What is said of a field that is refused, in the language of that moment. */
type Message = () => string

/** What is said of fields of any contract. */
export const fieldTexts = texts('kernel.fields', {
  unstorable: 'This holds a broken character. Leave it out.',
  notOneLine: 'Write this in one line, without line breaks or other characters that cannot be seen.',
  notPlainLines: 'Leave out the characters that cannot be seen: they change how the rest reads.',
  characters: (most: number) => `Use at most ${most} characters.`,
  values: (most: number) => `Use at most ${most} values.`,
  whole: 'Use a whole number.',
  between: (least: number, most: number) => `Use a whole number from ${least} to ${most}.`,
  amount: 'Use an amount such as 177.24.',
  id: 'That is not an id of this shop.',
})

/** PostgreSQL has no text with a zero character or with half of a surrogate pair in it; no keyboard types either. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

export const storable = z.refine<string>(isStorable, { error: () => fieldTexts.unstorable })

/** Where in a value from outside there are texts that no database holds, names included: the path of each. */
export function unstorableTexts(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path.join('.')]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(isStorable(name) ? [] : [path.join('.')]),
    ...unstorableTexts(inner, [...path, name]),
  ])
}

/**
 * What ends a line, steers a terminal, or makes what follows read backwards: in a name it puts words of a stranger's where the shop's
 * own stand. A zero character cannot be stored, and is said as that.
 */
const breakingLine = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const breakingLines = /(?![\t\n\r\u0085])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u

const withoutZeros = (text: string) => text.replaceAll('\0', '')

/** A text of one line. Every text of a contract is of one line, of several, or of another kind that says so (`test/fields.test.ts`). */
export const isOneLine = (text: string): boolean => !breakingLine.test(withoutZeros(text))
export const oneLine = z.refine<string>(isOneLine, { error: () => fieldTexts.notOneLine })
/** A text that may have several lines. */
export const isPlainLines = (text: string): boolean => !breakingLines.test(withoutZeros(text))
export const manyLines = z.refine<string>(isPlainLines, { error: () => fieldTexts.notPlainLines })

/** Whether there is nothing to be seen in it. */
export const isBlank = (text: string): boolean => text.replaceAll(/[\s\p{Default_Ignorable_Code_Point}]/gu, '') === ''

const foldedLine = (text: string, steering: RegExp) =>
  text
    .replaceAll(steering, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** A text from elsewhere in one line: where it is not asked for by a field, there is nobody to refuse it to. */
export const inOneLine = (text: string): string => foldedLine(text, /[\u202A-\u202E\u2066-\u2069]/g)

/** A sentence of ours in one line, which keeps names that run from right to left apart (`sentence.ts`). */
export const sentenceInOneLine = (text: string): string => foldedLine(text, /[\u202A-\u202E\u2066\u2067]/g)

/** How long a text may be, in characters. */
export const mostCharacters = (most: number) => z.maxLength(most, { error: () => fieldTexts.characters(most) })

type TextCheck = typeof oneLine

function requiredOf(check: TextCheck, message: Message, most: number) {
  return z.string({ error: message }).check(
    z.trim(),
    // One complaint at a time: what is blank need not be called wrong as well.
    z.refine(text => !isBlank(text), { error: message, abort: true }),
    mostCharacters(most),
    storable,
    check,
  )
}

function optionalOf(check: TextCheck, most: number) {
  return z.optional(
    z.pipe(
      z.string().check(z.trim(), mostCharacters(most), storable, check),
      z.transform((text: string) => (isBlank(text) ? undefined : text)),
    ),
  )
}

/** A text of one line that must not be blank, trimmed. `most` is its length limit in characters. */
export const requiredText = (message: Message, most = 200) => requiredOf(oneLine, message, most)

/** A text of one line that may be missing; blank counts as missing. */
export const optionalText = (most = 200) => optionalOf(oneLine, most)

/** As `requiredText`, of several lines. */
export const requiredLines = (message: Message, most: number) => requiredOf(manyLines, message, most)

/** As `optionalText`, of several lines. */
export const optionalLines = (most: number) => optionalOf(manyLines, most)

/** What is looked for. It may have been copied from anywhere: whatever is between words is a space. */
export function searchText(most = 200) {
  return z.optional(
    z.pipe(
      z.string().check(mostCharacters(most), storable),
      z.transform((text: string) => (isBlank(text) ? undefined : inOneLine(text))),
    ),
  )
}

/** One value of a query or several, as `brand=A&brand=B` sends them. Nothing is split: a comma is part of a name. */
export function severalTexts({ length = 200, values = 50 } = {}) {
  const text = z.string().check(z.trim(), mostCharacters(length), storable, oneLine)
  return z.optional(
    z.pipe(
      z.union([text, z.array(text).check(z.maxLength(values, { error: () => fieldTexts.values(values) }))]),
      z.transform((input: string | string[]) => [...new Set([input].flat())].filter(value => value !== '')),
    ),
  )
}

/**
 * A number or its text, as `read` understands the text; where it is none, `wrong` is said. `missing` is for a blank, and for what is
 * neither number nor text.
 */
function numberOf<Value>(read: (text: string) => Value | undefined, wrong: Message, missing?: Message) {
  return z.pipe(
    z.union([z.number(), z.string()], { error: missing }),
    z.transform((input: string | number, { issues }) => {
      const text = String(input).trim()
      const value = read(text)
      if (value !== undefined) return value
      issues.push({ code: 'custom', message: (text === '' && missing ? missing : wrong)(), input })
      return z.NEVER
    }),
  )
}

const notWhole = () => fieldTexts.whole

/** A whole number, as number or as text of digits (`"5"`), as the specification's own client sends it. */
export const wholeNumber = (missing = notWhole, pattern = /^\d{1,9}$/) =>
  numberOf(text => (pattern.test(text) ? Number(text) : undefined), notWhole, missing)

/** As `wholeNumber`, below zero too: `-5`, `"+5"`. */
export const signedWholeNumber = (missing?: Message) => wholeNumber(missing, /^[+-]?\d{1,9}$/)

/** A whole number that may be blank. Blank or null takes it away; where it is missing, what is there stays. */
export function blankableWhole({ least, most }: { least: number; most: number }) {
  const read = (text: string) => {
    if (text === '') return null
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return number >= least && number <= most ? number : undefined
  }
  return z.optional(z.nullable(numberOf(read, () => fieldTexts.between(least, most))))
}

/** Decimal text, below zero too, with up to six decimals: `-12.5`. */
export const signedDecimal = (message: Message) =>
  z.string().check(z.trim(), z.regex(/^[+-]?\d{1,12}(\.\d{1,6})?$/, { error: message }))

const noAmount = () => fieldTexts.amount

/** An amount of money at the edge: a decimal number or text, kept as decimal text until its currency is known. */
export const decimalAmount = (missing = noAmount) =>
  numberOf(text => (toMinorUnits(text, 'kwd') === undefined ? undefined : text), noAmount, missing)

export const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id of a row, in small letters. Anything else is told apart at once, and never reaches the database. */
export const Id = z.string().check(z.toLowerCase(), z.regex(idPattern, { error: () => fieldTexts.id }))

export const pagingTexts = texts('kernel.paging', {
  /** Of a place that the list never gave out. */
  place: 'That is no place in this list. Leave it out to begin at the first page, or follow the link to the next one.',
  rows: 'Ask for 1 row or more.',
})

/** How many rows a list is asked for. More than it gives at once are as many as it gives. */
export const rowLimit = () =>
  z.optional(z.pipe(wholeNumber(), z.number().check(z.gte(1, { error: () => pagingTexts.rows }))))

/** The query of a paged list: how many rows, and where the page before ended, as the list writes it. Blank is the beginning. */
export function paging(place: RegExp = idPattern) {
  return {
    limit: rowLimit(),
    after: z.optional(
      z.pipe(
        z.string().check(
          z.trim(),
          z.refine(text => text === '' || place.test(text), { error: () => pagingTexts.place }),
        ),
        z.transform((text: string) => text || undefined),
      ),
    ),
  }
}

/** As browsers check `<input type="email">` (WHATWG HTML), with a domain that has a dot. */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

const emailTexts = texts('kernel.email', { missing: 'Email is required', invalid: 'Provide a valid Email' })
const noEmail = () => emailTexts.missing
const notAnEmail = { error: () => emailTexts.invalid }

export const Email = z.string({ error: noEmail }).check(
  z.trim(),
  z.toLowerCase(),
  // One complaint at a time: what is missing need not be called wrong as well.
  z.minLength(1, { error: noEmail, abort: true }),
  z.maxLength(254, notAnEmail),
  z.regex(emailPattern, notAnEmail),
)

/** In an answer that anybody may ask for: a price, as a decimal. Null where prices are for who is signed in, and nobody is. */
export const ShownPrice = z.nullable(z.number())

/** What takes the prices out of an answer of this schema; undefined where it has none. */
export const hidingPrices = (schema: z.core.$ZodType): ((answer: unknown) => unknown) | undefined =>
  changingParts<void>(schema, part => (part === ShownPrice ? () => null : undefined))
