import { type RefusalTable, refusing } from '#kernel/refusals'
import { accountsRefusals } from '#rules/accounts'
import { catalogueRefusals } from '#rules/catalogue'
import { listLimits } from './lists/lists.rules.ts'
import { texts } from '#kernel/texts'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const pricingRefusals = texts('pricing.refusals', {
  'price-list-gone': { status: 404, title: 'No such price list', message: 'This price list no longer exists.' },
  'price-list-name-taken': {
    status: 409,
    title: 'Name taken',
    message: 'Another price list now has this name. Rename that one first.',
  },
  'price-list-other-terms': {
    status: 409,
    title: 'Not as the shop’s prices',
    message:
      'This shop now has a tax table, so its price lists must be like its prices: all with tax, or all without. This one is not. Add a new list, or remove the table in Settings.',
  },
  'price-list-other-currency': {
    status: 409,
    title: 'In another currency',
    message: ({ list, shop }) =>
      `This price list is in ${list}, and the shop’s prices are in ${shop}, so it holds for nobody. Add a list in ${shop}.`,
  },
  'price-file-refused': {
    status: 409,
    title: 'Rows refused',
    message: ({ rows }) =>
      rows === 1
        ? 'A row of this file cannot be used, so nothing went in. Look at the preview, correct it and send the file again.'
        : `There are ${rows} rows in this file that cannot be used, so nothing went in. Look at the preview, correct them and send the file again.`,
  },
  'price-file-gone': {
    status: 404,
    title: 'No such file',
    message: 'This file is no longer available: another one was sent for the same list. Send it again.',
  },
  'price-file-not-ready': {
    status: 409,
    title: 'Not possible now',
    message: 'This can no longer be done with this file: it was undone, or a later one changed the list.',
  },
  'price-file-outdated': {
    status: 409,
    title: 'Prices or numbers have changed',
    message:
      'Prices of this list, or part numbers that the file names, have changed since you looked at what it does. Send it again.',
  },
  'customer-group-gone': {
    status: 404,
    title: 'No such group',
    message: 'This group of customers no longer exists.',
  },
  'customer-group-in-use': {
    status: 409,
    title: 'Group in use',
    message: ({ lists }) =>
      lists === 1
        ? 'A price list is given to this group. Remove the list, or give it to somebody else.'
        : `There are ${lists} price lists given to this group. Remove them, or give them to somebody else.`,
  },
  'customer-group-full': {
    status: 409,
    title: 'Group full',
    message: `A group can have ${listLimits.members} members. Make another one.`,
  },
} satisfies RefusalTable)

/** Makes a refusal to throw: of this module's, or of any call's. */
export const refuse = refusing(accountsRefusals, catalogueRefusals, pricingRefusals)
