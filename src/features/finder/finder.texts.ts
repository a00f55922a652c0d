import type { FitAnswer } from './finder.rules.ts'

/** What a tool's page says of the vehicles that it fits, and of its numbers. */
export const finderTexts = {
  fitOf: {
    fits: (vehicle: string) => `Fits your ${vehicle}`,
    'fits-if': (vehicle: string) => `Fits your ${vehicle} if …`,
    'does-not-fit': (vehicle: string) => `Does not fit your ${vehicle}`,
    'no-data': (vehicle: string) => `No data for your ${vehicle}`,
  } satisfies Record<FitAnswer, (vehicle: string) => string>,
  universalOf: 'Universal: not made for one vehicle',
  universalText: 'This part is used on any vehicle. Compare its facts with what you need.',
  noDataText:
    'Nobody has told us whether it fits. That does not mean that it does not: compare the numbers, or ask us.',
  doesNotFitText: 'The maker or the shop has ruled it out for this vehicle.',
  conditions: 'Only if all of this is true of the vehicle:',
  condition: (name: string, value: string) => `${name}: ${value}`,
  acknowledgeLater: 'You will be asked to confirm this with the order.',
  needs: (count: string) => `Your vehicle needs ${count}`,
  fitFrom: (source: string, date: string) => `Source: ${source}, ${date}`,
  fitFromUndated: (source: string) => `Source: ${source}`,
  demoData: 'Demo data',
  demoDataText: 'Invented for the demo shop. Do not order by it.',
  fitUnread: 'Whether it fits could not be read. Load the page again.',
  fitmentUnread: 'The list of vehicles could not be read. Load the page again.',
  numbersUnread: 'The numbers could not be read. Load the page again.',

  fitment: 'Vehicle fitment',
  fitmentCaption: 'Vehicles that this part is known to fit, or known not to fit',
  fitmentNone: 'No vehicles are known for this part. That does not mean that it fits none.',
  fitmentUniversal: 'A universal part: it has no list of vehicles.',
  vehicle: 'Vehicle',
  years: 'Years',
  answer: 'Answer',
  perVehicle: 'Per vehicle',
  restrictions: 'Conditions and notes',
  source: 'Source',
  anyEngine: 'All engines',
  yearsOf: (from: number, to: number) => (from === to ? `${from}` : `${from}–${to}`),
  moreVehicles: 'Show more vehicles',
  allVehicles: (lines: string) => `All ${lines} lines are shown.`,

  numbers: 'Numbers',
  numbersCaption: 'Numbers by which this part is asked for',
  numberKind: {
    own: 'Part number',
    oem: 'OEM number',
    interchange: 'Interchange: replaces',
    gtin: 'GTIN',
  },
  numberColumn: 'Number',
  brandColumn: 'Brand',
  kindColumn: 'Kind',
  noteColumn: 'Note',

  substitutes: 'What can be taken instead',
  relation: {
    'replaced-by': 'Replaced by',
    replaces: 'Replaces',
    instead: 'Instead of it',
  },
  notSoldHere: 'Not sold here',
}
