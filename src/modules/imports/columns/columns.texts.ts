import { texts } from '#kernel/texts'
import { formTexts } from '../problems/form.texts.ts'
import { type NumberColumnName, eachNumberColumn } from './number-columns.rules.ts'
import { type ToolColumnName, eachToolColumn } from './tool-columns.rules.ts'
import type { CsvKind } from './csv-columns.rules.ts'
import { stagedNumberKinds } from './number-columns.rules.ts'

/** What a CSV file of each kind is for. */
export const csvKindTexts = texts<Record<CsvKind, { name: string; about: string }>>('imports.csvKind', {
  parts: { name: 'Parts', about: 'What the shop sells. A part that exists is changed only where a cell has a value.' },
  fitment: { name: 'Fitment', about: 'Which part fits which vehicle, or does not.' },
  numbers: { name: 'Numbers', about: 'Other numbers by which a part is found.' },
  prices: { name: 'Prices', about: 'New prices for existing parts.' },
  stock: { name: 'Stock', about: 'Counted units of existing parts.' },
  vehicles: { name: 'Mapping of vehicles', about: 'Which vehicle another system means by its number.' },
  categories: {
    name: 'Categories',
    about:
      'The categories with their attributes: a row for each attribute of a category, and one for a category without any. What a file leaves out stays.',
  },
})

const part = {
  part_number: 'As its maker writes it. Punctuation and case do not matter.',
  brand: 'The maker. Needed where two brands have the same number.',
}
const pricePer = 'For how many units the prices of the row are: 100, if they are for a hundred. 1 unless it is said.'
const vehicle = { year: 'Four digits.', make: 'Such as Toyota.', model: 'Such as Corolla.' }

/** What goes into each column. */
export const columnTexts = texts('imports.column', {
  parts: {
    ...part,
    ...(Object.fromEntries(eachToolColumn.map(({ name, about }) => [name, about])) as Record<ToolColumnName, string>),
    ...(Object.fromEntries(eachNumberColumn.map(([name, { about }]) => [name, about])) as Record<
      NumberColumnName,
      string
    >),
    category: 'One of the shop’s categories, by its name, or by its path: Brakes > Brake Pads.',
    stock: 'Units on hand, 0 or more.',
    price_per: pricePer,
    pictures:
      'Addresses that the shop gave its pictures, up to 12, with blanks or | between them. The first is shown in lists. They replace all existing ones.',
    picture_texts:
      'What each of these pictures shows, for people who cannot see it: in the same order, separated by semicolons. Empty keeps the existing texts.',
  },
  fitment: {
    ...part,
    ...vehicle,
    year: 'Four digits, or a span such as 1999-2004.',
    year_from: 'The first year, four digits.',
    year_to: 'The last year, included.',
    engine: 'Where it is known, as the shop names it.',
    position: 'Such as Front left.',
    quantity: 'How many of the part the vehicle takes.',
    fits: 'yes or no; yes if empty.',
    conditions:
      'Such as Drive=AWD; Brakes=Disc. The part then fits if they are met. A semicolon within one stands behind a backslash.',
    notes: 'A sentence for the buyer; several stand in lines of their own.',
    submodel: 'Counts as a condition.',
    part_type: 'What kind of part it is; overlaps are found by it.',
    record: 'Your own number of the row, for the list of problems.',
  },
  numbers: {
    ...part,
    kind: `One of ${stagedNumberKinds.join(', ')}.`,
    number: 'The other number. Of supersedes: the old number that this part replaces.',
    number_brand: 'Whose number that is.',
    note: 'Up to 200 characters.',
  },
  prices: { ...part, price: 'In the shop’s currency, above 0.', price_per: pricePer },
  stock: { ...part, quantity: 'Units on hand, 0 or more. Not fewer than open orders hold.' },
  vehicles: {
    ...vehicle,
    system: 'Whose numbers these are: vcdb for the base vehicles of ACES files.',
    external_id: 'The number in that system.',
    source: 'For your own notes; it is not read.',
  },
  categories: {
    category: 'Its whole path from the top: Brakes > Brake Pads. A path that is new is a new category.',
    category_address: 'The last part of its address, such as brake-pads. Made of its name unless it is said.',
    category_text: 'What buyers read above its list, up to 2,000 characters.',
    category_hidden: 'yes or no; of a new category no if empty.',
    category_place: 'Its place among those beside it, 1 for the first. Of equal ones the names decide.',
    category_picture: 'The address that the shop gave a picture.',
    attribute_name: 'The name of one of its own attributes; empty where it has none.',
    attribute_kind: 'text, number, yes-no or choice. That of an attribute that exists does not change.',
    attribute_unit: 'Of a number, such as mm.',
    attribute_choices: 'Of a choice, with semicolons between. Those that are left out stay, behind the others.',
    attribute_place: 'Its place among the attributes of its category, 1 for the first.',
  },
} satisfies Record<CsvKind, Record<string, string>>)

/** What the page says about the columns. */
export const columnPageTexts = texts('imports.columnPage', {
  title: 'Columns of CSV files',
  lead: 'The first line names the columns, in any order. Comma, semicolon, tab or | between them, in UTF-8 or as Windows writes it. The columns show what kind of file it is. ACES and PIES files need no preparation.',
  get attributes() {
    return `Besides these: a column for each attribute, named attribute: and then its name, with its unit in brackets: attribute:Outer diameter (mm). Empty cells change nothing. What the part’s category has no attribute for is left out and told, unless you tick “${formTexts.additions.createAttributes}”.`
  },
  column: 'Column',
  needed: 'Needed',
  what: 'What goes in',
  yes: 'Required',
  either: (others: string) => `or ${others}`,
  no: 'Optional',
  sample: 'Sample file',
  sampleOf: (kind: string) => `Sample file: ${kind}`,
})
