import { texts } from '#kernel/texts'

/** What is said of a file of shipments. */
export const shipmentFileTexts = texts('ordering.shipmentFile', {
  columns: 'It needs order and carrier; a column tracking may stand beside them.',
  numberMissing: 'The order’s number is missing.',
})

/** What is said of the fields of shipments. */
export const shipmentFieldTexts = texts('ordering.shipmentFields', {
  file: 'Choose a file with the columns order, carrier and tracking.',
  rows: (most: number) => `Use at most ${most} rows in a file.`,
  carrier: 'Carrier is required',
})
