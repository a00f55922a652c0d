import * as z from 'zod/mini'
import { dayTexts, isDay } from '#kernel/days'
import { storable, mostCharacters, fieldTexts } from '#kernel/fields'
import { isCurrency } from '#kernel/tables/currencies'
import { isSeveral } from '../columns/number-columns.rules.ts'
import { isPartsColumn } from '../columns/csv-columns.rules.ts'
import { type Mapping, factorPattern, mappingLimits } from './mapping.rules.ts'
import { mappingFieldTexts } from './mapping.texts.ts'

const text = (most: number) => z.string().check(mostCharacters(most), storable)
const column = text(mappingLimits.head).check(z.refine(isPartsColumn, { error: () => mappingFieldTexts.column }))
const value = text(mappingLimits.value)
const means = value.check(z.regex(/^(?:\d{1,15}(?:\.\d{1,6})?)?$/, { error: () => mappingFieldTexts.figure }))

const factor = z.string().check(z.regex(factorPattern, { error: () => mappingFieldTexts.factor }))

const code = z.string().check(z.toLowerCase(), z.refine(isCurrency, { error: () => mappingFieldTexts.currency }))

/** Of a list: what its amounts are in, and what one unit of that is in the shop's currency. */
export const ListCurrencyBody = z.object({
  code,
  rate: factor,
  /** The day on which the rate was said; today, unless it is said. */
  saidOn: z.optional(z.string().check(z.refine(isDay, { error: () => dayTexts.invalid }))),
  /** The currency in which the rate is: the shop's, which may have been another then. */
  into: z.optional(code),
})

/** A mapping as a call has it. */
export const MappingBody: z.ZodMiniType<Mapping> = z.object({
  columns: z
    .array(
      z.object({
        head: text(mappingLimits.head + 10),
        column: z.union([z.literal(''), column], { error: () => mappingFieldTexts.column }),
      }),
    )
    .check(
      z.maxLength(mappingLimits.columns, { error: () => mappingFieldTexts.columns(mappingLimits.columns) }),
      z.refine(columns => columns.some(({ column }) => column === 'part_number'), {
        error: () => mappingFieldTexts.numbers,
      }),
      z.refine(columns => distinct(columns.map(({ head }) => head)), { error: () => mappingFieldTexts.once }),
      z.refine(columns => distinct(columns.map(({ column }) => column).filter(isSingle)), {
        error: () => mappingFieldTexts.twice,
      }),
    ),
  fixed: z.optional(
    z.array(z.object({ column, value })).check(z.maxLength(50, { error: () => fieldTexts.values(50) })),
  ),
  meanings: z.optional(
    z
      .array(z.object({ column, text: value, means }))
      .check(z.maxLength(mappingLimits.meanings, { error: () => mappingFieldTexts.words(mappingLimits.meanings) })),
  ),
  priceTimes: z.optional(factor),
  currency: z.optional(ListCurrencyBody),
}) as z.ZodMiniType<Mapping>

const distinct = (texts: readonly string[]) => new Set(texts).size === texts.length
const isSingle = (column: string) => column !== '' && !isSeveral(column)
