import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { isDay } from '#kernel/days'
import {
  Id,
  blankableWhole,
  decimalAmount,
  paging,
  requiredText,
  searchText,
  storable,
  wholeNumber,
} from '#kernel/fields'
import { amountField, countField, typedAs, typedNumber } from '#kernel/typed-field'
import { categoryLimits } from '#rules/catalogue'
import { audiences } from '../prices.rules.ts'
import { listLimits, percentField } from './lists.rules.ts'
import { priceListFieldTexts } from './lists.texts.ts'

const Named = z.object({ _id: z.string(), name: z.string() })

/** A price list as staff keep it. */
export const PriceList = z.object({
  _id: z.string(),
  name: z.string(),
  currency: z.string(),
  /** Whether its prices include tax. */
  gross: z.boolean(),
  /** Days by the shop's clock, both included: `2026-05-31`. */
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  priority: z.number(),
  audience: z.enum(audiences),
  group: z.nullable(Named),
  company: z.nullable(Named),
  minimum: z.nullable(z.number()),
  multiple: z.nullable(z.number()),
  /** How many tools it has prices for, its rules apart. */
  entries: z.number(),
  version: z.number(),
})
export type PriceList = z.infer<typeof PriceList>

/** What it takes off the tools' own prices, in a category and below, of a brand, or off all where it names neither. */
export const PriceRule = z.object({
  category: z.nullable(z.object({ _id: z.string(), slug: z.string(), path: z.string(), name: z.string() })),
  brand: z.nullable(z.string()),
  percent: z.number(),
})
export type PriceRule = z.infer<typeof PriceRule>

export const PriceListWithRules = z.extend(PriceList, { rules: z.array(PriceRule) })
export type PriceListWithRules = z.infer<typeof PriceListWithRules>

const Day = z.optional(
  z.pipe(
    z.nullable(z.string()),
    z.transform((typed: string | null, context) => {
      const text = typed?.trim() ?? ''
      if (text === '') return null
      if (isDay(text)) return text
      context.issues.push({ code: 'custom', message: priceListFieldTexts.day, input: typed })
      return z.NEVER
    }),
  ),
)

const units = () => blankableWhole({ least: 1, most: listLimits.units })

const priority = z.pipe(
  wholeNumber(),
  z.number().check(z.maximum(listLimits.priority, { error: () => priceListFieldTexts.most(listLimits.priority) })),
)

const fieldsWith = <Percent extends z.ZodMiniType<string>>(percent: Percent) => ({
  name: requiredText(() => priceListFieldTexts.name, listLimits.name),
  /** The shop's, which it is unless said: a list of another one would hold for nobody. */
  currency: z.optional(
    z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z]{3}$/, { error: () => priceListFieldTexts.currency })),
  ),
  gross: z.boolean({ error: () => priceListFieldTexts.gross }),
  from: Day,
  until: Day,
  priority: z.optional(priority),
  audience: z.enum(audiences, { error: () => priceListFieldTexts.audience }),
  group: z.optional(z.nullable(Id)),
  company: z.optional(z.nullable(Id)),
  minimum: units(),
  multiple: units(),
  rules: z.optional(
    z
      .array(
        z.object({
          /** A category, by its id or path, or by a slug that it alone has. */
          category: z.optional(z.nullable(z.string().check(z.maxLength(categoryLimits.path), storable))),
          brand: z.optional(z.nullable(z.string().check(z.maxLength(categoryLimits.path), storable))),
          percent,
        }),
      )
      .check(z.maxLength(listLimits.rules, { error: () => priceListFieldTexts.rules(listLimits.rules) })),
  ),
})

type Days = { from?: string | null | undefined; until?: string | null | undefined }
type Given = { audience: string; group?: string | null | undefined; company?: string | null | undefined }
const listChecks = [
  z.refine<Days>(({ from, until }) => !from || !until || from <= until, {
    path: ['until'],
    error: () => priceListFieldTexts.reversed,
  }),
  z.refine<Given>(({ audience, group }) => audience !== 'group' || Boolean(group), {
    path: ['group'],
    error: () => priceListFieldTexts.group,
  }),
  z.refine<Given>(({ audience, company }) => audience !== 'company' || Boolean(company), {
    path: ['company'],
    error: () => priceListFieldTexts.company,
  }),
] as const

const listFields = fieldsWith(decimalAmount(() => priceListFieldTexts.percent))

export const PriceListInput = z.object(listFields).check(...listChecks)
export type PriceListInput = z.output<typeof PriceListInput>

/** The same as people of this language type it. */
export function priceListFormOf(locale: string) {
  const counted = <Output>(schema: z.ZodMiniType<Output>) => z.optional(typedAs(countField(locale), schema))
  const typed = { priority: counted(priority), minimum: counted(units()), multiple: counted(units()) }
  return z
    .object({ ...fieldsWith(typedNumber(percentField(locale), () => priceListFieldTexts.percent)), ...typed })
    .check(...listChecks)
}

const version = wholeNumber(() => priceListFieldTexts.version)

export const ChangePriceList = z.object({ ...listFields, version }).check(...listChecks)

/** What a list says of one tool. Prices in the list's currency. */
export const PriceEntry = z.object({
  tool: z.object({
    _id: z.string(),
    name: z.string(),
    brand: z.nullable(z.string()),
    partNumber: z.nullable(z.string()),
    /** Its own price. */
    price: z.number(),
  }),
  tiers: z.array(z.object({ from: z.number(), price: z.number() })),
  minimum: z.nullable(z.number()),
  multiple: z.nullable(z.number()),
  version: z.number(),
})
export type PriceEntry = z.infer<typeof PriceEntry>

const oneUnit = z.pipe(
  wholeNumber(() => priceListFieldTexts.units),
  z
    .number()
    .check(
      z.minimum(1, { error: () => priceListFieldTexts.oneOrMore }),
      z.maximum(listLimits.units, { error: () => priceListFieldTexts.million }),
    ),
)

type Units = ReturnType<typeof units>
type EntryReading<Typed> = {
  price: z.ZodMiniType<string, Typed>
  from: z.ZodMiniType<number, Typed>
  units: z.ZodMiniType<z.output<Units>, Typed>
}

const entryWith = <Typed>(read: EntryReading<Typed>) =>
  z
    .object({
      tiers: z
        .array(z.object({ from: read.from, price: read.price }))
        .check(z.maxLength(listLimits.tiers, { error: () => priceListFieldTexts.prices(listLimits.tiers) })),
      minimum: z.optional(read.units),
      multiple: z.optional(read.units),
      /** The version that was read; left out of a new entry. */
      version: z.optional(version),
    })
    .check(
      z.refine(({ tiers, minimum, multiple }) => tiers.length > 0 || Boolean(minimum) || Boolean(multiple), {
        path: ['tiers'],
        error: () => priceListFieldTexts.empty,
      }),
    )

export const PriceEntryInput = entryWith({
  price: decimalAmount(() => priceListFieldTexts.price),
  from: oneUnit,
  units: units(),
})
export type PriceEntryInput = z.output<typeof PriceEntryInput>

/** The same as people of the shop's language type it. */
export function priceEntryFormOf(shop: { currency: string; locale: string }) {
  const count = countField(shop.locale)
  const from = typedAs(count, oneUnit)
  return entryWith({
    price: typedNumber(amountField(shop), () => priceListFieldTexts.price),
    from,
    units: typedAs(count, units()),
  })
}

const params = z.object({ id: Id })
const ofTool = z.object({ id: Id, tool: Id })
const changed = z.object({ modifiedCount: z.number(), version: z.number() })

export const priceListsContract = {
  listPriceLists: endpoint('GET /price-lists', {
    summary: 'The price lists, newest first, by page. `q` is a part of the name.',
    access: 'staff:prices',
    paged: true,
    query: z.object({ ...paging(), q: searchText(80) }),
    answer: z.array(PriceList),
  }),
  addPriceList: endpoint('POST /price-lists', {
    summary:
      'Adds a price list, given to everyone, to a group of customers or to a company. In a shop with a tax table its prices are as the shop’s: with tax, or without.',
    access: 'staff:prices',
    idempotent: true,
    body: PriceListInput,
    answer: z.object({ insertedId: z.string() }),
    refusals: ['idempotency-key-reused', 'category-unclear'],
  }),
  getPriceList: endpoint('GET /price-lists/:id', {
    summary: 'One price list with its rules.',
    access: 'staff:prices',
    params,
    answer: PriceListWithRules,
    refusals: ['price-list-gone'],
  }),
  changePriceList: endpoint('PUT /price-lists/:id', {
    summary: 'Changes a price list, if nobody else has since `version` was read. `rules` left out stay.',
    access: 'staff:prices',
    params,
    body: ChangePriceList,
    answer: changed,
    refusals: ['price-list-gone', 'changed-meanwhile', 'category-unclear'],
  }),
  removePriceList: endpoint('DELETE /price-lists/:id', {
    summary: 'Takes a price list out of force. Orders placed by it stay as they are.',
    access: 'staff:prices',
    params,
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['price-list-gone'],
  }),
  restorePriceList: endpoint('POST /price-lists/:id/restored', {
    summary: 'Takes back that a price list was removed.',
    access: 'staff:prices',
    params,
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['price-list-gone', 'price-list-name-taken', 'price-list-other-terms', 'price-list-other-currency'],
  }),
  listPriceEntries: endpoint('GET /price-lists/:id/entries', {
    summary: 'What a list says of single tools, by page. `q` is a part of a name or of a part number.',
    access: 'staff:prices',
    paged: true,
    params,
    query: z.object({ ...paging(), q: searchText(120) }),
    answer: z.array(PriceEntry),
    refusals: ['price-list-gone'],
  }),
  setPriceEntry: endpoint('PUT /price-lists/:id/entries/:tool', {
    summary: 'Says what a list has for a tool: prices, each from so many units on, minimum and multiple.',
    access: 'staff:prices',
    params: ofTool,
    body: PriceEntryInput,
    answer: changed,
    refusals: ['price-list-gone', 'price-list-other-currency', 'tool-gone', 'changed-meanwhile'],
  }),
  removePriceEntry: endpoint('DELETE /price-lists/:id/entries/:tool', {
    summary: 'Takes a tool out of a price list.',
    access: 'staff:prices',
    params: ofTool,
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['price-list-gone'],
  }),
}
