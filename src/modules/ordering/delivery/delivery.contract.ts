import { writtenWhole } from '#kernel/written'
import * as z from 'zod/mini'
import { countries, countryCode } from '#kernel/countries'
import { optionalText, requiredText, fieldTexts } from '#kernel/fields'
import { toMinorUnits } from '#kernel/money'
import { taxLimits } from '#rules/tax'
import { type DeliveryMethod, deliveryLimits as limits, standardKey } from './delivery.rules.ts'
import { deliveryFieldTexts } from './delivery.texts.ts'

/** As a person types it, or a program says it; blank counts as missing. */
const typed = z.optional(z.union([z.string(), z.number()], { error: () => deliveryFieldTexts.number }))

/** A number that may be missing, read by `read`. */
const optionalNumber = (read: (text: string) => number | undefined, complaint: () => string) =>
  z.pipe(
    typed,
    z.transform((input: string | number | undefined, context) => {
      const text = String(input ?? '').trim()
      if (text === '') return undefined
      const value = read(text)
      if (value !== undefined && value >= 0) return value
      context.issues.push({ code: 'custom', message: complaint(), input })
      return z.NEVER
    }),
  )

/** Kilograms with three decimals at the most, in grams: what fils are to a dinar. */
const kilograms = optionalNumber(
  text => toMinorUnits(text, 'kwd'),
  () => deliveryFieldTexts.kilograms,
)

const days = optionalNumber(
  text => writtenWhole(text, { least: 1, most: limits.days }),
  () => fieldTexts.between(1, limits.days),
)

/** Codes with commas or spaces between them, or a list of them. */
const Countries = z.pipe(
  z.optional(z.union([z.string(), z.array(z.string())])),
  z.transform((input: string | string[] | undefined, context) => {
    const codes = [input ?? []].flat().flatMap(text =>
      text
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    )
    const unknown = codes.find(code => !countries.includes(code))
    if (unknown === undefined) return [...new Set(codes)]
    const message = deliveryFieldTexts.country(unknown)
    context.issues.push({ code: 'custom', message, input })
    return z.NEVER
  }),
)

const rowOf = (currency: string) => {
  const amount = optionalNumber(
    text => toMinorUnits(text, currency),
    () => deliveryFieldTexts.amount,
  )
  return z.object({
    key: optionalText(limits.key),
    name: requiredText(() => deliveryFieldTexts.name, limits.name),
    countries: Countries,
    weightFrom: kilograms,
    weightTo: kilograms,
    goodsFrom: amount,
    goodsTo: amount,
    price: amount,
    freeFrom: amount,
    days,
    pickUp: z.optional(
      z.object({
        country: countryCode(() => deliveryFieldTexts.pickUp),
        region: optionalText(taxLimits.region),
      }),
    ),
  })
}
type Row = z.output<ReturnType<typeof rowOf>>

/** The shop's delivery methods beside the standard one, with amounts of its currency. */
export const deliveryMethodsOf = (currency: string) =>
  z.pipe(
    z
      .array(rowOf(currency), { error: () => deliveryFieldTexts.rows })
      .check(z.maxLength(limits.methods, { error: () => deliveryFieldTexts.methods(limits.methods) })),
    z.transform((rows: Row[], context) => {
      const complain = (index: number, field: string, message: string) =>
        context.issues.push({ code: 'custom', message, path: [index, field], input: rows })
      const keys = rows.flatMap(({ key }) => (key === undefined ? [] : [key]))
      const taken = new Set([standardKey, ...keys])
      rows.forEach((row, index) => {
        if (row.price === undefined) complain(index, 'price', deliveryFieldTexts.price)
        if (row.weightFrom !== undefined && row.weightTo !== undefined && row.weightFrom > row.weightTo)
          complain(index, 'weightTo', deliveryFieldTexts.weight)
        if (row.goodsFrom !== undefined && row.goodsTo !== undefined && row.goodsFrom > row.goodsTo)
          complain(index, 'goodsTo', deliveryFieldTexts.value)
        if (row.key === undefined) return
        if (!/^[a-z0-9][a-z0-9-]*$/.test(row.key)) complain(index, 'key', deliveryFieldTexts.key)
        if (row.key === standardKey || keys.indexOf(row.key) !== keys.lastIndexOf(row.key))
          complain(index, 'key', deliveryFieldTexts.taken)
      })
      return rows.map(({ key, weightFrom, weightTo, goodsFrom, goodsTo, price = 0, ...row }): DeliveryMethod => ({
        ...row,
        key: key ?? newKey(row.name, taken),
        price,
        leastGrams: weightFrom,
        mostGrams: weightTo,
        leastGoods: goodsFrom,
        mostGoods: goodsTo,
      }))
    }),
  )

/** Made from the name once, and kept from then on. */
function newKey(name: string, taken: Set<string>): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, limits.key - 4)
  const first = words || 'method'
  let key = first
  for (let count = 2; taken.has(key); count++) key = `${first}-${count}`
  taken.add(key)
  return key
}
