import * as z from 'zod/mini'
import { decimalsOf } from './money.ts'
import { type NumberField, type NumberProblem, readNumber, writeNumber } from './typed-number.ts'

/** A field for an amount of this shop's money. */
export const amountField = ({ currency, locale }: { currency: string; locale: string }): NumberField => ({
  currency,
  locale,
  decimals: decimalsOf(currency),
})

/** Decimal text with a point, as the calls take it, or the sentence that says what to type instead. `missing` is that of a blank. */
export type PlainNumber = { value: string } | { message: string }

/** What a person typed into a field, as the calls take it. */
export function plainNumber(typed: string, field: NumberField, missing: string): PlainNumber {
  const read = readNumber(typed, field)
  return 'value' in read ? read : { message: sentences[read.problem]({ typed: typed.trim(), field, missing, ...read }) }
}

type Refused = { typed: string; field: NumberField; missing: string; readings: readonly string[] }

const shown = (value: string, field: NumberField) => writeNumber(value, field) + (field.isPercentage ? ' %' : '')

const example = (field: NumberField) => shown(field.decimals === 0 ? '12' : '12.5', field)

const sentences: Record<NumberProblem, (refused: Refused) => string> = {
  blank: ({ missing }) => missing,
  'no-number': ({ field }) => `Use a number, such as ${example(field)}.`,
  'other-currency': ({ field }) =>
    `Amounts are in ${(field.currency ?? '').toUpperCase()}. Type the number alone, such as ${example(field)}.`,
  'too-many-decimals': ({ field }) => tooManyDecimals(field.decimals, example(field)),
  negative: () => 'Use a number that is not below 0.',
  'too-large': () => 'Use a smaller number.',
  unclear: ({ typed, field, readings }) =>
    unclear(
      typed,
      readings.map(value => shown(value, field)),
    ),
}

function unclear(typed: string, readings: readonly string[]): string {
  const [reading = '', other] = readings
  if (other === undefined) return `${typed} is unclear. If it means ${reading}, type it so.`
  return `${typed} can mean ${reading} or ${other}. Type the one that you mean.`
}

function tooManyDecimals(decimals: number, example: string): string {
  if (decimals === 0) return `Use a whole number, such as ${example}.`
  return `Use at most ${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}, such as ${example}.`
}

/** In the schema of a form: what a person types, as the calls take it. */
export function typedNumber(field: NumberField, missing: string) {
  return z.pipe(
    z.string(),
    z.transform((typed: string, context) => {
      const plain = plainNumber(typed, field, missing)
      if ('value' in plain) return plain.value
      context.issues.push({ code: 'custom', message: plain.message, input: typed })
      return z.NEVER
    }),
  )
}
