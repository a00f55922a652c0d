import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** Every sentence of the papers that the warehouse packs by. */
export const printTexts = texts('screens.print', {
  title: 'Pick list and packing slips',
  summary: (orders: string, units: string) => `${orders} to pack, ${units} to pick.`,
  orders: (count: number, shown: string) => (count === 1 ? '1 order' : `${shown} orders`),
  units: (count: number, shown: string) => (count === 1 ? '1 unit' : `${shown} units`),
  papers: 'What to print',
  choices: { both: 'Both', pick: 'Pick list', slips: 'Packing slips' },
  now: 'Print',
  back: 'Back to All Orders',
  failed: 'The orders could not be loaded',
  onlyFirst: (shown: string, total: string) =>
    `These are the ${shown} oldest of ${total} orders. Print them and mark them shipped, then print the next.`,
  leftOut: (numbers: string) => `Left out, because they have nothing to pack now: ${numbers}`,
  nothing: 'Nothing to pack',
  nothingNext: 'None of these orders is waiting to be packed.',

  pickList: 'Pick list',
  partNumber: 'Part number',
  tool: 'Tool',
  quantity: 'Units',
  forOrders: 'For orders',
  unitsOf: (quantity: string, number: string) => `${quantity} for ${number}`,
  noPartNumber: 'none',
  printedAt: 'Printed',

  slip: 'Packing slip',
  orderedAt: 'Ordered',
  reference: 'Purchase-order reference',
  deliverTo: 'Deliver to',
  phone: 'Phone',
  forVehicle: (vehicle: string) => sentence`For ${vehicle}`,
  allUnits: 'Units in total',
})
