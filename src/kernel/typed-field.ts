import * as z from 'zod/mini'
import { decimalsOf } from './money.ts'
import { texts } from './texts.ts'
import { type NumberField, type NumberProblem, readNumber, writeNumber } from './typed-number.ts'

/** A field for an amount of this shop's money. */
export const amountField = ({ currency, locale }: { currency: string; locale: string }): NumberField => ({
  currency,
  locale,
  decimals: decimalsOf(currency),
})

/** A field for how many: units, hours, days. */
export const countField = (locale: string): NumberField => ({ locale, decimals: 0, takesZeros: true })

/** A field for a weight: kilograms, down to the gram. */
export const kilogramsField = (locale: string): NumberField => ({ locale, decimals: 3 })

/** A field for a tax rate: a percentage, as the environment takes it. */
export const rateField = (locale: string): NumberField => ({ locale, decimals: 4, isPercentage: true })

/**
 * Decimal text with a point, as the calls take it; or the sentence that says what to type instead, and what may be meant, each as it
 * is to be typed.
 */
export type PlainNumber = { value: string } | { message: string; readings: string[] }

/** What a person typed into a field, as the calls take it. `missing` is the sentence of a blank. */
export function plainNumber(typed: string, field: NumberField, missing: string): PlainNumber {
  const read = readNumber(typed, field)
  if ('value' in read) return read
  const readings = read.readings.map(value => shown(value, field))
  return { message: sentences[read.problem]({ typed: typed.trim(), field, missing, readings }), readings }
}

type Refused = { typed: string; field: NumberField; missing: string; readings: readonly string[] }

const shown = (value: string, field: NumberField) => writeNumber(value, field) + (field.isPercentage ? ' %' : '')

const example = (field: NumberField) => shown(field.decimals === 0 ? '12' : '12.5', field)

const sentences: Record<NumberProblem, (refused: Refused) => string> = texts('kernel.typedField', {
  blank: ({ missing }) => missing,
  'no-number': ({ field }) => `Use a ${field.decimals === 0 ? 'whole ' : ''}number, such as ${example(field)}.`,
  'other-currency': ({ field }) =>
    `Amounts are in ${(field.currency ?? '').toUpperCase()}. Type the number alone, such as ${example(field)}.`,
  'too-many-decimals': refused =>
    refused.field.decimals === 0
      ? sentences['no-number'](refused)
      : `Use at most ${refused.field.decimals} decimals, such as ${example(refused.field)}.`,
  negative: () => 'Use a number that is not below 0.',
  'too-large': () => 'Use a smaller number.',
  unclear: ({ typed, readings: [reading, other] }) =>
    other === undefined
      ? `${typed} is unclear. If it means ${reading}, type it so.`
      : `${typed} can mean ${reading} or ${other}. Type the one that you mean.`,
})

/** In the schema of a form: what a person types, as the calls take it. */
export const typedNumber = (field: NumberField, missing: () => string) =>
  z.pipe(
    z.string(),
    z.transform((typed: string, context) => plainOf(plainNumber(typed, field, missing()), typed, context)),
  )

/** In the schema of a form: what a person types, as `schema` takes it from the calls. A blank is for the schema to judge. */
export function typedAs<Output>(field: NumberField, schema: z.ZodMiniType<Output>): z.ZodMiniType<Output, string> {
  const plain = z.transform((typed: string, context: z.core.ParsePayload) =>
    typed.trim() === '' ? '' : plainOf(plainNumber(typed, field, ''), typed, context),
  )
  // What takes text among others takes text.
  return z.pipe(z.pipe(z.string(), plain), schema as z.ZodMiniType<Output, string>)
}

function plainOf(plain: PlainNumber, input: string, { issues }: z.core.ParsePayload): string {
  if ('value' in plain) return plain.value
  issues.push({ code: 'custom', message: plain.message, input })
  return z.NEVER
}
