import * as z from 'zod/mini'
import { isDay } from '#kernel/days'
import { storable } from '#kernel/fields'
import { isCurrency } from '#kernel/tables/currencies'
import { isSeveral } from '../columns/number-columns.rules.ts'
import { isPartsColumn } from '../columns/csv-columns.rules.ts'
import { type Mapping, factorPattern, mappingLimits } from './mapping.rules.ts'

const text = (most: number) => z.string().check(z.maxLength(most, `Use at most ${most} characters.`), storable)
const column = text(mappingLimits.head).check(z.refine(isPartsColumn, 'A list of parts has no such column.'))
const value = text(mappingLimits.value)
const means = value.check(
  z.regex(/^(?:\d{1,15}(?:\.\d{1,6})?)?$/, 'Write what it means as a figure, or leave it empty.'),
)

const factor = z.string().check(z.regex(factorPattern, 'Use a number above 0 with at most ten decimals, such as 1.35.'))

const code = z.string().check(z.toLowerCase(), z.refine(isCurrency, 'Name the currency by its code, such as eur.'))

/** Of a list: what its amounts are in, and what one unit of that is in the shop's currency. */
export const ListCurrencyBody = z.object({
  code,
  rate: factor,
  /** The day on which the rate was said; today, unless it is said. */
  saidOn: z.optional(z.string().check(z.refine(isDay, 'Use a date such as 2026-03-31.'))),
  /** The currency in which the rate is: the shop's, which may have been another then. */
  into: z.optional(code),
})

/** A mapping as a call has it. */
export const MappingBody: z.ZodMiniType<Mapping> = z.object({
  columns: z
    .array(
      z.object({
        head: text(mappingLimits.head + 10),
        column: z.union([z.literal(''), column], { error: 'A list of parts has no such column.' }),
      }),
    )
    .check(
      z.maxLength(mappingLimits.columns, `Map at most ${mappingLimits.columns} columns.`),
      z.refine(columns => columns.some(({ column }) => column === 'part_number'), {
        error: 'Say which column has the part numbers.',
      }),
      z.refine(columns => distinct(columns.map(({ head }) => head)), 'Map each column once.'),
      z.refine(columns => distinct(columns.map(({ column }) => column).filter(isSingle)), {
        error: 'Two columns are mapped to the same one. Leave one of them out.',
      }),
    ),
  fixed: z.optional(z.array(z.object({ column, value })).check(z.maxLength(50, 'Use at most 50 values.'))),
  meanings: z.optional(
    z
      .array(z.object({ column, text: value, means }))
      .check(z.maxLength(mappingLimits.meanings, `Use at most ${mappingLimits.meanings} words.`)),
  ),
  priceTimes: z.optional(factor),
  currency: z.optional(ListCurrencyBody),
}) as z.ZodMiniType<Mapping>

const distinct = (texts: readonly string[]) => new Set(texts).size === texts.length
const isSingle = (column: string) => column !== '' && !isSeveral(column)
