import { type RefusalTable, refusing } from '#kernel/refusals'
import { accountsRefusals } from '#rules/accounts'
import { texts } from '#kernel/texts'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const reviewsRefusals = texts('reviews.refusals', {
  'not-bought': {
    status: 409,
    title: 'Not bought',
    message: 'You can only review tools that you have bought. Choose one of them, or review the shop.',
  },
  'review-gone': { status: 404, title: 'No such review', message: 'This review no longer exists.' },
  'review-changed': {
    status: 409,
    title: 'Changed meanwhile',
    message: 'The customer has changed the review in the meantime. Read it, then decide.',
  },
} satisfies RefusalTable)

/** Makes a refusal to throw: of this module's, of those before it whose rules it keeps, or of any call's. */
export const refuse = refusing(accountsRefusals, reviewsRefusals)
