import { type RefusalTable, refusing } from '#kernel/refusals'
import { texts } from '#kernel/texts'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const contentRefusals = texts('content.refusals', {
  'page-gone': {
    status: 404,
    title: 'No such page',
    message: 'There is no such page. The footer lists those that exist.',
  },
  'no-such-entry': {
    status: 404,
    title: 'No such text',
    message: 'The shop has no text of this name that can be changed. Reload the page to see those it has.',
  },
  'address-taken': {
    status: 409,
    title: 'Address taken',
    message: 'There is already something at this address. Choose another address, or edit what is there.',
  },
  'page-needed': {
    status: 409,
    title: 'Needed by the shop',
    message: 'Screens of the shop lead to this page, so it stays. Change what it says instead.',
  },
  'too-many-pages': {
    status: 409,
    title: 'Too many pages',
    message: ({ most }) => `A shop has room for ${most} pages and articles of its own. Remove some first.`,
  },
} satisfies RefusalTable)

/** Makes a refusal to throw: of this module's, or of any call's. */
export const refuse = refusing(contentRefusals)
