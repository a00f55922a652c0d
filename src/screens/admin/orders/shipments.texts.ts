import { texts } from '#kernel/texts'

/** Every sentence of the screen that reports many shipments by a file. */
export const shipmentsTexts = texts('screens.shipments', {
  title: 'Report shipments',
  lead: 'Mark many orders as shipped from a CSV file, such as your carrier provides. Their customers get the usual emails.',
  back: 'All Orders',
  file: 'CSV or Excel file',
  fileHint: (rows: string) =>
    `Columns order, carrier and, if you have it, tracking; other columns are ignored. At most ${rows} rows.`,
  look: 'Check the file',
  fileMissing: 'Choose a file.',
  fileUnreadable: 'This file could not be read. Choose it again.',

  nothingYet: 'Nothing has been changed yet.',
  willShip: (count: number, shown: string) => (count === 1 ? 'Mark 1 order shipped' : `Mark ${shown} orders shipped`),
  nothingToShip: 'No row of this file ships an order, so there is nothing to do.',
  another: 'Choose another file',
  done: (count: number, shown: string) =>
    count === 1 ? '1 order is marked as shipped.' : `${shown} orders are marked as shipped.`,
  doneNone: 'No order was marked as shipped.',

  planned: {
    refused: (count: string) => `${count} refused`,
    shipped: (count: string) => `${count} will be marked as shipped`,
    unchanged: (count: string) => `${count} already shipped this way`,
  },
  reported: {
    refused: (count: string) => `${count} refused`,
    shipped: (count: string) => `${count} marked as shipped`,
    unchanged: (count: string) => `${count} already shipped this way`,
  },
  rows: (shown: string) => `${shown} rows in the file`,
  line: 'Line',
  order: 'Order',
  carrier: 'Carrier',
  tracking: 'Tracking number',
  reason: 'Why',
  none: 'none',
})
