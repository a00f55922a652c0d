import { texts } from '#kernel/texts'

/** Why a row of a file of prices is not taken. */
export const rowProblems = texts('pricing.rowProblems', {
  missing: 'The part number is missing.',
  unknown: 'The shop sells nothing with this number.',
  ambiguous: 'Several products have this number. Say the brand.',
  unclear: 'The shop writes this number with other signs. Write it as the shop does.',
  quantity: 'From, minimum and multiple are whole numbers from 1 to 1,000,000.',
  several: 'This price is for several units. Write the price of one, and 1 as the number of units that it is for.',
  twice: 'Another row has a price for this product from the same quantity on.',
  differs: 'Rows of one product say the same minimum and multiple, or leave them empty.',
  many: 'A product can have 20 prices in a list.',
})

/** What is said of a file of prices as a whole. */
export const priceFileTexts = texts('pricing.priceFile', {
  columns: 'It needs part_number and price; brand, from, minimum and multiple may stand beside them.',
  /** It was restored from a backup, which holds no files on their way. */
  missing: 'This file is not there any more. Send it again.',
  tooManyRows: (most: number) => `Use at most ${most} rows in a file.`,
  tooManyAtOnce: (most: number) =>
    `Use at most ${most} rows here. Send a longer file to /price-lists/:id/files, where it is read in the background.`,
})

/** What is said of the fields of files of prices. */
export const priceFileFieldTexts = texts('pricing.fileFields', {
  replaces: 'Use yes or no.',
})
