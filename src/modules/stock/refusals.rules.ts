import { type RefusalTable, refusing } from '#kernel/refusals'
import { texts } from '#kernel/texts'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const stockRefusals = texts('stock.refusals', {
  'stock-take-gone': { status: 404, title: 'No such stock take', message: 'There is no such stock take.' },
  'stock-take-ended': {
    status: 409,
    title: 'Ended',
    message: 'This stock take has been booked or discarded. Begin another one to count again.',
  },
  'stock-take-empty': { status: 409, title: 'Nothing counted', message: 'Nothing has been counted yet.' },
} satisfies RefusalTable)

/** Makes a refusal to throw: of this module's, or of any call's. */
export const refuse = refusing(stockRefusals)
