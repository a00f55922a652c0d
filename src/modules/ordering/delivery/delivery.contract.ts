import { writtenWhole } from '#kernel/written'
import * as z from 'zod/mini'
import { countries, countryCode } from '#kernel/countries'
import { optionalText, requiredText } from '#kernel/fields'
import { toMinorUnits } from '#kernel/money'
import { taxLimits } from '#rules/tax'
import { type DeliveryMethod, deliveryLimits as limits, standardKey } from './delivery.rules.ts'

/** As a person types it, or a program says it; blank counts as missing. */
const typed = z.optional(z.union([z.string(), z.number()], 'Use a number.'))

/** A number that may be missing, read by `read`. */
const optionalNumber = (read: (text: string) => number | undefined, complaint: string) =>
  z.pipe(
    typed,
    z.transform((input: string | number | undefined, context) => {
      const text = String(input ?? '').trim()
      if (text === '') return undefined
      const value = read(text)
      if (value !== undefined && value >= 0) return value
      context.issues.push({ code: 'custom', message: complaint, input })
      return z.NEVER
    }),
  )

/** Kilograms with three decimals at the most, in grams: what fils are to a dinar. */
const kilograms = optionalNumber(text => toMinorUnits(text, 'kwd'), 'Use kilograms, such as 30 or 0.5.')

const days = optionalNumber(
  text => writtenWhole(text, { least: 1, most: limits.days }),
  `Use a whole number from 1 to ${limits.days}.`,
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
    const message = `There is no country ${unknown}. Use codes of two letters with commas between them, such as DE, AT.`
    context.issues.push({ code: 'custom', message, input })
    return z.NEVER
  }),
)

const rowOf = (currency: string) => {
  const amount = optionalNumber(text => toMinorUnits(text, currency), 'Use an amount such as 12.50.')
  return z.object({
    key: optionalText(limits.key),
    name: requiredText('Name the method.', limits.name),
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
        country: countryCode('Say in which country it is picked up.'),
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
      .array(rowOf(currency), 'Use a list of rows.')
      .check(z.maxLength(limits.methods, `Use at most ${limits.methods} methods.`)),
    z.transform((rows: Row[], context) => {
      const complain = (index: number, field: string, message: string) =>
        context.issues.push({ code: 'custom', message, path: [index, field], input: rows })
      const keys = rows.flatMap(({ key }) => (key === undefined ? [] : [key]))
      const taken = new Set([standardKey, ...keys])
      rows.forEach((row, index) => {
        if (row.price === undefined) complain(index, 'price', 'Enter what it costs; 0 if nothing.')
        if (row.weightFrom !== undefined && row.weightTo !== undefined && row.weightFrom > row.weightTo)
          complain(index, 'weightTo', 'This is less than the least weight. Turn them around.')
        if (row.goodsFrom !== undefined && row.goodsTo !== undefined && row.goodsFrom > row.goodsTo)
          complain(index, 'goodsTo', 'This is less than the least value. Turn them around.')
        if (row.key === undefined) return
        if (!/^[a-z0-9][a-z0-9-]*$/.test(row.key)) complain(index, 'key', 'Use lower-case letters, digits and hyphens.')
        if (row.key === standardKey || keys.indexOf(row.key) !== keys.lastIndexOf(row.key))
          complain(index, 'key', 'Another method has this key already.')
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
