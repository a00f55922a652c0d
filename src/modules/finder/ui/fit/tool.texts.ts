import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import type { FitAnswer } from '../../answers.rules.ts'

/** What a tool's page says of the vehicles that it fits, and of its numbers. */
export const finderTexts = texts('finder.finder', {
  fitOf: {
    fits: (vehicle: string) => sentence`Fits your ${vehicle}`,
    'fits-if': (vehicle: string) => sentence`Fits your ${vehicle} if …`,
    'does-not-fit': (vehicle: string) => sentence`Does not fit your ${vehicle}`,
    'no-data': (vehicle: string) => sentence`No data for your ${vehicle}`,
  } satisfies Record<FitAnswer, (vehicle: string) => string>,
  universalOf: 'Universal: not specific to a vehicle',
  universalText: 'This part is not specific to any vehicle. Compare its specifications with what you need.',
  noDataText: 'We have no fitment data for this vehicle. It may still fit: compare the part numbers, or ask us.',
  doesNotFitText: 'The manufacturer or the shop lists it as not fitting this vehicle.',
  conditions: 'Only if all of the following apply to your vehicle:',
  condition: (name: string, value: string) => sentence`${name}: ${value}`,
  acknowledgeLater: 'You will be asked to confirm this with the order.',
  needs: (count: string) => `Your vehicle needs ${count}`,
  fitFrom: (source: string, date: string) => sentence`Source: ${source}, ${date}`,
  fitFromUndated: (source: string) => sentence`Source: ${source}`,
  demoData: 'Demo data',
  demoDataText: 'Made up for the demo shop. Do not rely on it when ordering.',
  fitUnread: 'The fit could not be checked. Reload the page.',
  fitmentUnread: 'The list of vehicles could not be loaded. Reload the page.',
  numbersUnread: 'The part numbers could not be loaded. Reload the page.',

  fitment: 'Vehicle fitment',
  fitmentCaption: 'Vehicles that this part is known to fit or not to fit',
  fitmentNone: 'We have no fitment data for this part. It may still fit your vehicle.',
  fitmentUniversal: 'A universal part, not listed by vehicle.',
  vehicle: 'Vehicle',
  years: 'Years',
  answer: 'Fit',
  perVehicle: 'Per vehicle',
  restrictions: 'Conditions and notes',
  source: 'Source',
  anyEngine: 'All engines',
  yearsOf: (from: number, to: number) => (from === to ? `${from}` : `${from}–${to}`),
  moreVehicles: 'Show more vehicles',
  allVehicles: 'All lines are shown.',

  numbers: 'OEM and cross-reference numbers',
  numbersCaption: 'OEM and cross-reference numbers for this part',
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

  substitutes: 'Replacements and alternatives',
  relation: {
    'replaced-by': 'Replaced by',
    replaces: 'Replaces',
    instead: 'Alternative',
  },
  /** What is known by its number alone. */
  notSold: {
    'replaced-by': 'Not in our range',
    replaces: 'Older part number',
    instead: 'Not in our range',
  },
})
