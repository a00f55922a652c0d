import type { CsvKind } from './csv-head.rules.ts'
import { stagedNumberKinds } from './rows.rules.ts'

/** What a CSV file of each kind is for. */
export const csvKindTexts: Record<CsvKind, { name: string; about: string }> = {
  parts: { name: 'Parts', about: 'What the shop sells. A part that is there is changed where a cell says something.' },
  fitment: { name: 'Fitment', about: 'Which part fits which vehicle, or does not.' },
  numbers: { name: 'Numbers', about: 'Other numbers by which a part is found.' },
  prices: { name: 'Prices', about: 'New prices of parts that are there.' },
  stock: { name: 'Stock', about: 'Counted units of parts that are there.' },
  vehicles: { name: 'Mapping of vehicles', about: 'Which vehicle another system means by its number.' },
}

const part = {
  part_number: 'As its maker writes it. Punctuation and case do not matter.',
  brand: 'The maker. Needed where two brands have the same number.',
}
const vehicle = { year: 'Four digits.', make: 'Such as Toyota.', model: 'Such as Corolla.' }

/** What goes into each column. */
export const columnTexts = {
  parts: {
    ...part,
    name: 'Up to 120 characters. Brand and number, where a new part has none.',
    description: 'Up to 4,000 characters.',
    category: 'One of the shop’s categories, by its name, or by its path: Brakes > Brake Pads.',
    price: 'In the shop’s currency, above 0. A new part needs one.',
    stock: 'Units that are there, 0 or more.',
    minimum: 'The least that is sold at once.',
    multiple: 'Quantities are ordered in multiples of it. The minimum is raised to one, unless the file says both.',
    unit: 'What the price is for: each, pair, set, or box of 10.',
    low_stock_level: 'At so many or fewer left to sell it is listed under Low Stock. 0 or more.',
    weight: 'Of one unit, in kilograms with a decimal point: 1.25.',
    tax_class: 'By which class of the tax table it is taxed: standard, or a name of your own.',
    tags: 'Up to 12, with semicolons between them.',
    universal: 'yes or no: it fits every vehicle.',
    pictures:
      'Addresses that the shop gave its pictures, up to 12, with blanks or | between them. The first is shown in lists. They take the place of all that were there.',
    picture_texts:
      'What is to be seen on each of these pictures, for those who cannot see it: in the same order, with semicolons between them. Empty keeps what is there.',
  },
  fitment: {
    ...part,
    ...vehicle,
    year: 'Four digits, or a span such as 1999-2004.',
    year_from: 'The first year, four digits.',
    year_to: 'The last year. It counts, too.',
    engine: 'Where it is known, as the shop names it.',
    position: 'Such as Front left.',
    quantity: 'How many of the part such a vehicle takes.',
    fits: 'yes or no; yes where it says nothing.',
    conditions: 'Such as Drive=AWD; Brakes=Disc. The part then fits if they are met.',
    notes: 'A sentence for the buyer.',
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
  prices: { ...part, price: 'In the shop’s currency, above 0.' },
  stock: { ...part, quantity: 'Units that are there, 0 or more. Not fewer than open orders hold.' },
  vehicles: {
    ...vehicle,
    system: 'Whose numbers these are: vcdb for the base vehicles of ACES files.',
    external_id: 'The number in that system.',
    source: 'For your own notes; it is not read.',
  },
} satisfies Record<CsvKind, Record<string, string>>

/** What the page says about the columns. */
export const columnPageTexts = {
  title: 'What CSV files hold',
  lead: 'The first line names the columns, in any order. Comma, semicolon, tab or | between them, in UTF-8 or as Windows writes it. The kind of a file is told by its columns. ACES and PIES files need no preparation.',
  attributes:
    'Besides these: a column for each attribute, named attribute: and then its name, with its unit in brackets: attribute:Outer diameter (mm). Empty cells change nothing; an attribute that the part’s category does not have refuses the row.',
  column: 'Column',
  needed: 'Needed',
  what: 'What goes in',
  yes: 'Required',
  either: (others: string) => `or ${others}`,
  no: 'Optional',
  sample: 'Sample file',
  sampleOf: (kind: string) => `Sample file: ${kind}`,
}
