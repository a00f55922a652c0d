import { type RefusalTable, refusing } from '#kernel/refusals'
import { accountsRefusals } from '#rules/accounts'
import { texts } from '#kernel/texts'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const privacyRefusals = texts('privacy.refusals', {
  'unpaid-orders': {
    status: 409,
    title: 'Unpaid orders',
    message: 'Pay or delete your unpaid orders first. What you bought on account has to be paid, too.',
  },
  'money-in-progress': {
    status: 409,
    title: 'Money on its way',
    message: 'Money for one of your orders is still on its way. Try again once it has arrived.',
  },
  'goods-to-ship': {
    status: 409,
    title: 'Goods to be shipped',
    message:
      'Goods that you have bought are still to be shipped. Wait for the parcel, or ask the shop to cancel the order.',
  },
} satisfies RefusalTable)

/** Makes a refusal to throw: of this module's, of those before it whose verbs it uses, or of any call's. */
export const refuse = refusing(accountsRefusals, privacyRefusals)
