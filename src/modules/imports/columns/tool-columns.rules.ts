import { countryNamed } from '#kernel/countries'
import { decimalsOf, toDecimal } from '#kernel/money'
import { gramsOf, saleLimits, salesUnits } from '#rules/catalogue'
import { taxClassPattern } from '#rules/tax'
import { joinTags, splitTags } from './tags.rules.ts'
import { gramsIn, kilogram } from './weight.rules.ts'
import type { Cells } from './cells.rules.ts'
import {
  type ReadingMoney,
  type ToolColumn,
  amountOf,
  packOf,
  plainColumn,
  textOf,
  textWith,
  wholeOf,
} from './tool-column.rules.ts'

/**
 * The plain columns of a tool, each said once: reading, staging, plan, commit, undo, export, sample file and the page's table of
 * columns are made from it. What is more than a value of the tool (category, stock, attributes, pictures, numbers) has its own files.
 */
export const toolColumns = {
  name: plainColumn({
    concept: 'name',
    kind: 'text',
    type: 'text',
    read: textOf(120),
    column: 'name',
    fresh: "left(trim(plan.brand || ' ' || plan.part), 120)",
    samples: ['Brake pad set, front', 'Funnel, 2 litres'],
    about: 'Up to 120 characters. Brand and number, where a new part has none.',
  }),
  description: plainColumn({
    concept: 'description',
    kind: 'text',
    type: 'text',
    read: textOf(4000),
    isErrorLeftOut: true,
    column: 'description',
    fresh: "coalesce(plan.name, trim(plan.brand || ' ' || plan.part))",
    samples: ['Ceramic, with wear indicators.', 'With a long, bent neck.'],
    about: 'Up to 4,000 characters.',
  }),
  price: plainColumn({
    concept: 'price',
    kind: 'amount',
    type: 'bigint',
    read: amountOf,
    column: 'price',
    write: writeAmount,
    samples: ['48.90', '6.50'],
    about: 'In the shop’s currency, above 0. A new part needs one.',
  }),
  minimum: plainColumn({
    concept: 'minimum',
    kind: 'whole',
    type: 'integer',
    read: wholeOf(1, 999_999_999),
    column: 'minimum_quantity',
    fresh: '1',
    samples: ['1', '10'],
    about: 'The smallest quantity that can be ordered.',
  }),
  multiple: plainColumn({
    concept: 'multiple',
    kind: 'whole',
    type: 'integer',
    read: packOf(saleLimits.multiple),
    column: 'quantity_multiple',
    fresh: '1',
    samples: ['1', '5'],
    about: 'Quantities are ordered in multiples of it. The minimum is raised to one, unless the file says both.',
  }),
  unit: {
    concept: 'unit',
    kind: 'text',
    type: 'text',
    read: textWith('unit-unknown', readUnit),
    stored: [
      { column: 'sales_unit', value: "split_part(plan.unit, ' ', 1)", fresh: "'each'" },
      { column: 'box_quantity', value: "nullif(split_part(plan.unit, ' ', 2), '')::integer" },
    ],
    write: ([unit, count]) => (count === null ? String(unit) : `${String(unit)} of ${String(count)}`),
    samples: ['set', 'each'],
    about: 'What the price is for: each, pair, set, or box of 10.',
  } as ToolColumn<string>,
  weight: plainColumn({
    concept: 'weight',
    kind: 'measure',
    type: 'integer',
    // A zero more says that the sign before three digits is a decimal one.
    read: textWith('weight-malformed', (typed, { weightUnit = kilogram }) =>
      weightUnit === kilogram ? gramsOf(typed.replace(/(\.\d{3})0$/, '$1')) : gramsIn(typed, weightUnit),
    ),
    column: 'weight_grams',
    write: (grams: number) => (grams / 1000).toFixed(3),
    samples: ['1.85', '0.12'],
    shownIn: 'kg',
    about: 'Of one unit, in kilograms with a decimal point: 1.25; or in the unit that its name says: Weight (lb).',
  }),
  low_stock_level: plainColumn({
    kind: 'whole',
    type: 'integer',
    read: wholeOf(0, 999_999_999),
    column: 'low_stock_level',
    samples: ['8', '20'],
    about: 'It is listed under Low Stock once this many or fewer are left to sell. 0 or more.',
  }),
  tax_class: plainColumn({
    kind: 'text',
    type: 'text',
    read: textWith('tax-class-malformed', readTaxClass),
    column: 'tax_class',
    fresh: "'standard'",
    samples: ['standard', 'reduced'],
    about: 'The class of the tax table that applies: standard, or a name of your own.',
  }),
  tags: {
    kind: 'text',
    type: 'jsonb',
    read: readTags,
    stored: [{ column: 'tags', value: 'array(select jsonb_array_elements_text(plan.tags))', fresh: "'{}'" }],
    write: ([tags]) => joinTags(tags as string[]),
    samples: ['brakes;front axle', 'workshop'],
    about: 'Up to 12, with semicolons between them.',
  } as ToolColumn<string[]>,
  universal: plainColumn({
    kind: 'text',
    type: 'boolean',
    read: (read, column) => read.yes(column),
    column: 'is_universal',
    fresh: 'false',
    write: is => (is ? 'yes' : 'no'),
    samples: ['no', 'yes'],
    about: 'yes or no: it fits every vehicle.',
  }),
  list_price: plainColumn({
    concept: 'listPrice',
    kind: 'amount',
    type: 'bigint',
    read: amountOf,
    column: 'list_price',
    write: writeAmount,
    samples: ['64.50', '8.90'],
    about: 'What its maker recommends as its price, in the shop’s currency, above 0. Nobody pays it.',
  }),
  country_of_origin: plainColumn({
    concept: 'countryOfOrigin',
    kind: 'text',
    type: 'text',
    read: textWith('country-unknown', readCountry),
    leftOut: 'country-left-out',
    column: 'country_of_origin',
    samples: ['DE', 'Poland'],
    about: 'Where it was made: a country’s code of two letters, or its name.',
  }),
  customs_code: plainColumn({
    concept: 'customsCode',
    kind: 'number',
    type: 'text',
    read: textWith('customs-code-malformed', readCustomsCode),
    leftOut: 'customs-code-left-out',
    column: 'customs_code',
    samples: ['8708.30.91', '3926909790'],
    about: 'The number by which customs know it: 6 to 12 digits. Blanks and points are left out.',
  }),
}

export type ToolColumnName = keyof typeof toolColumns
export const toolColumnNames = Object.keys(toolColumns) as readonly ToolColumnName[]

/** What is shown beside the price as what it was, or is elsewhere. */
export const comparedPrice: ToolColumnName = 'list_price'

/** Those that are amounts of money. */
export const amountColumns: readonly ToolColumnName[] = toolColumnNames.filter(
  name => toolColumns[name].kind === 'amount',
)

/** The same as a list, each with its name. */
export const eachToolColumn: readonly (ToolColumn & { name: ToolColumnName })[] = toolColumnNames.map(name => ({
  ...(toolColumns[name] as ToolColumn),
  name,
}))

/** Columns of a list of parts that are more than a value of the tool, each behind the plain one beside which it stands. */
const beside: Partial<Record<ToolColumnName, readonly string[]>> = { description: ['category'], price: ['stock'] }

/** What the shop writes of a part besides its brand and number, in the order of its files; attributes come behind. */
export const partColumns: readonly string[] = [
  ...toolColumnNames.flatMap(name => [name, ...(beside[name] ?? [])]),
  'pictures',
  'picture_texts',
]

/** What a row of a file says of a tool; null where it says nothing. */
export type ToolValues = { [Name in ToolColumnName]: ReturnType<(typeof toolColumns)[Name]['read']> }

export const noToolValues = Object.fromEntries(toolColumnNames.map(name => [name, null])) as {
  [Name in ToolColumnName]: null
}

function writeAmount(minor: number, currency: string): string {
  return toDecimal(minor, currency).toFixed(decimalsOf(currency))
}

/** `each`, `pair`, `set`, `box of 10`. */
function readUnit(typed: string): string | undefined {
  const [, name = '', count] = /^([a-z]+)(?:\s+(?:of\s+)?(\d{1,7}))?$/.exec(typed.toLowerCase()) ?? []
  return unitOf(name, Number(count ?? 0))
}

/** How a unit stands in the staging table; undefined where the shop sells in no such unit. */
function unitOf(name: string, count: number): string | undefined {
  if (name === 'box') return count >= 2 && count <= saleLimits.boxQuantity ? `box ${count}` : undefined
  return salesUnits.find(unit => unit === name)
}

function readTaxClass(typed: string): string | undefined {
  const name = typed.toLowerCase()
  return taxClassPattern.test(name) ? name : undefined
}

/** Lists come in these languages, whatever the shop's is. */
const languagesOfLists = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl']

function readCountry(typed: string, { locale }: ReadingMoney): string | undefined {
  return countryNamed(typed, [locale, ...languagesOfLists])
}

/** One digit behind the only point is what a spreadsheet leaves of `870830.10`: its last zero is gone. */
function readCustomsCode(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s.]/g, '')
  return /^\d{6,12}$/.test(digits) && !/^\d+\.\d$/.test(typed) ? digits : undefined
}

function readTags(read: Cells, column: string): string[] | null {
  const typed = read.text(column, 1000)
  if (typed === null) return null
  const tags = splitTags(typed)
  if (tags.length > 12 || tags.some(tag => tag.length > 40)) return read.complain('value-too-long', column, typed)
  return tags.length > 0 ? tags : null
}
