import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import type { PasteColumns } from '#kernel/tables/paste'

/** The sentences of the quick order page. */
export const padPageTexts = texts('screens.padPage', {
  title: 'Quick Order',
  lead: 'Type, scan or paste part numbers with their quantities: a maker’s number, an OEM number or a GTIN.',
  description: 'Order many parts at once by their numbers: type, scan, paste from a spreadsheet, or choose a file.',
  lines: 'Your lines',
  results: 'Results for your lines',
  number: 'Part number',
  quantity: 'Quantity',
  numberOf: (line: number) => `Part number, line ${line}`,
  quantityOf: (line: number) => `Quantity, line ${line}`,
  removeLine: (line: number) => `Remove line ${line}`,
  remove: (number: string) => sentence`Remove ${number}`,
  ofBrand: (brand: string) => sentence`Brand: ${brand}`,
  pasteHint: 'Copy rows in a spreadsheet and paste them into the first field.',
  file: 'Or a file',
  fileHint: (most: string) => `CSV or XLSX with part numbers and quantities, up to ${most} rows. You can drop it here.`,
  fileUnreadable: 'This file cannot be read. Save it as CSV or XLSX and choose it again.',
  fileTooLarge: 'This file is too large. Use one of at most 5 MB.',
  fileQuestion: 'There are lines on this page already',
  fileQuestionText: (rows: string) => `Add the ${rows} rows of the file to them, or replace them?`,
  fileAdd: 'Add to the lines',
  fileReplace: 'Replace the lines',
  clear: 'Clear All Lines',
  clearQuestion: 'Clear all lines?',
  clearText: 'All numbers and quantities on this page go. Your basket stays as it is.',
  cleared: 'All lines are cleared.',
  tooManyRows: (rows: string, most: string) =>
    `That would be ${rows} lines. A quick order takes ${most} at a time: use fewer rows, or check and order what is here first.`,
  read: (rows: number, inWords: string) => (rows === 1 ? 'One row was read.' : `${inWords} rows were read.`),
  columns({ number, quantity, isNamed }: PasteColumns) {
    if (isNamed) return ''
    const taken = `Column ${number + 1} was read as part numbers`
    return quantity === undefined
      ? ` ${taken}. No column looks like quantities.`
      : ` ${taken} and column ${quantity + 1} as quantities.`
  },
  check: 'Check Lines',
  checkAgain: 'Check Again',
  nothingToCheck: 'Enter a part number first.',
  checked: (added: string, choose: string, refused: string) =>
    `${added} ready, ${choose} to be chosen, ${refused} refused.`,
  fitCheck: (vehicle: string) => sentence`Check whether everything fits my ${vehicle}`,
  suggestions: 'Parts',
  suggested: (count: number) =>
    count === 1 ? 'One part. Press the down arrow to reach it.' : `${count} parts. Press the down arrow to reach them.`,

  refusedTitle: (count: string) => `Refused (${count})`,
  refusedLead: 'Change what is wrong and check again, or remove the line.',
  chooseTitle: (count: string) => `Needs a choice (${count})`,
  addedTitle: (count: string) => `Ready (${count})`,
  put: (count: number, inWords: string) => (count === 1 ? 'Add to Basket' : `Add All ${inWords} to Basket`),
  inBasket: (count: number, inWords: string) =>
    count === 1 ? 'One part is in your basket.' : `${inWords} parts are in your basket.`,
  toBasket: 'Go to the basket',
  goods: 'Goods, before shipping and tax',
  rowsTogether: (count: number) => `${count} rows combined`,
  take: (quantity: string) => `Use ${quantity}`,
  takeAloud: (quantity: string, name: string, brand: string | null) =>
    sentence`Use ${quantity} of ${brand ? `${brand} ` : ''}${name}`,
  taken: (quantity: string, name: string) => sentence`${name}: quantity set to ${quantity}.`,
  foundBy: {
    oem: (value: string, brand: string | null) => sentence`OEM number ${value}${brand ? ` of ${brand}` : ''}`,
    interchange: (value: string, brand: string | null) => sentence`replaces ${brand ? `${brand} ` : ''}${value}`,
    gtin: (value: string) => sentence`GTIN ${value}`,
  },
})
