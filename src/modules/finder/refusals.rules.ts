import { type RefusalTable, refusing } from '#kernel/refusals'
import { catalogueRefusals } from '#rules/catalogue'
import { texts } from '#kernel/texts'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const finderRefusals = texts('finder.refusals', {
  'vehicle-unknown': {
    status: 404,
    title: 'No such vehicle',
    message: 'This vehicle is not in the list. Choose it by year, make and model.',
  },
  'vin-malformed': {
    status: 400,
    title: 'Not a VIN',
    message: ({ reason }) => String(reason ?? 'A VIN has 17 letters and digits. Compare it with the vehicle’s papers.'),
  },
  'too-many-vehicles': {
    status: 409,
    title: 'Too many vehicles',
    message: ({ most }) => `An account can keep at most ${most} vehicles. Remove one first.`,
  },
  'search-unavailable': {
    status: 503,
    title: 'Search is unavailable',
    message: 'Searching by words is not possible at the moment. Search by part number, or try again in a few minutes.',
  },
} satisfies RefusalTable)

/** Makes a refusal to throw: of this module's, of those before it whose verbs it uses, or of any call's. */
export const refuse = refusing(catalogueRefusals, finderRefusals)
