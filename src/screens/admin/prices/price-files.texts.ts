import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import type { PriceFileEffect, PriceFileState, UnnamedReason } from '#rules/pricing'

type Rows = { rows: string; products: string; refused: string }
type Counts = { added: string; changed: string; removed: string }

/** The sentences about prices that come by a file. */
export const priceFilesTexts = texts('screens.priceFiles', {
  export: 'Prices as a file',
  exportLead: 'All prices of this list: change the file in a spreadsheet and send it again below.',
  leftOut: (count: string, products: number) =>
    products === 1
      ? 'One product of this list is not in the file, and stays as it is when you send the file again:'
      : `${count} products of this list are not in the file, and stay as they are when you send the file again:`,
  leftOutMore: (count: string) => `And ${count} more.`,
  whyLeftOut: {
    archived: 'It is archived.',
    'no-number': 'It has no part number.',
    'number-twice': 'Another product has the same part number, and neither has a brand.',
    'no-price': 'The list has no price of it, only a minimum or multiple.',
  } satisfies Record<UnnamedReason, string>,
  title: 'Prices from a file',
  lead: (rows: string) =>
    `A CSV file with the columns part_number and price; brand, from, minimum and multiple are optional. Up to ${rows} rows. You see what it does before anything changes.`,
  file: 'CSV or Excel file',
  fileHint: 'A product in the file gets the prices of the file, and no others.',
  fileMissing: 'Choose a file.',
  fileTooLarge: 'This file is too large. Split it in two.',
  replaces: 'Remove products from this list that the file does not name',
  look: 'See what it does',
  sending: (percent: number) => `Sending, ${percent}%`,
  sent: 'The file has arrived.',
  goesOn: 'You may leave this page: it goes on, and is shown here.',
  working: {
    reading: 'Reading the file',
    comparing: 'Working out what changes',
    committing: 'Changing the prices',
    undoing: 'Putting the prices back',
  },
  preview: (name: string) => `What ${name || 'this file'} does`,
  rows: ({ rows, products, refused }: Rows) =>
    `Rows read: ${rows}. Products that they name: ${products}. Rows that cannot be used: ${refused}.`,
  effects: ({ added, changed, removed }: Counts) => `Added: ${added}. Changed: ${changed}. Taken out: ${removed}.`,
  unchanged: (count: string) => `Unchanged: ${count}.`,
  refused: (count: string, rows: number) =>
    rows === 1
      ? 'One row cannot be used, so nothing can go in. Correct it and send the file again.'
      : `${count} rows cannot be used, so nothing can go in. Correct them and send the file again. The first ones:`,
  problems: 'Rows that cannot be used',
  line: 'Line',
  partNumber: 'Part number',
  why: 'Why',
  nothing: '–',
  changes: 'What changes',
  changesFailed: 'What the file does could not be loaded',
  effect: 'What happens',
  effectNames: { added: 'Added', changed: 'Changed', removed: 'Taken out' } satisfies Record<PriceFileEffect, string>,
  before: 'Before',
  after: 'After',
  take: (count: string, products: number) =>
    products === 1 ? 'Change the price of one product' : `Change the prices of ${count} products`,
  taken: 'The prices of the file are in force.',
  states: {
    reading: 'Sent',
    planned: 'Sent',
    committing: 'Sent',
    committed: 'In force since',
    undoing: 'In force until now, since',
    undone: 'Taken back',
    settled: 'Taken in',
    failed: 'Nothing was taken,',
  } satisfies Record<PriceFileState, string>,
  failed: (name: string, why: string) => `${name || 'The file'} was not taken. ${why}`,
  unnamed: 'A file sent by a program',
  undo: 'Undo',
  undoNamed: (name: string) => sentence`Undo ${name}`,
  undone: (count: string, products: number) =>
    products === 0
      ? 'The prices are as they were before the file.'
      : `The prices are as they were before the file, but for ${count} that somebody has changed since.`,
})
