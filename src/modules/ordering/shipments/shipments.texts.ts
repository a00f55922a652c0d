import { texts } from '#kernel/texts'

/** What is said of a file of shipments. */
export const shipmentFileTexts = texts('ordering.shipmentFile', {
  columns: 'It needs order and carrier; a column tracking may stand beside them.',
  numberMissing: 'The order’s number is missing.',
})
