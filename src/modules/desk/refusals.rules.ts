import { type RefusalTable, refusing } from '#kernel/refusals'
import { texts } from '#kernel/texts'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const deskRefusals = texts('desk.refusals', {
  'customer-gone': {
    status: 404,
    title: 'No such customer',
    message: 'This account does not exist, or has been deleted. Go back to the list of customers.',
  },
  'staff-not-blocked': {
    status: 409,
    title: 'A role in the shop',
    message: 'This account has a role in the shop, so it cannot be blocked. Take the role back first.',
  },
} satisfies RefusalTable)

/** Makes a refusal to throw: of this module's, or of any call's. */
export const refuse = refusing(deskRefusals)
