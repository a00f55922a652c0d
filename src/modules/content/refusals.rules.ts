import { type RefusalTable, refusing } from '#kernel/refusals'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const contentRefusals = {
  'page-gone': {
    status: 404,
    title: 'No such page',
    message: 'There is no such page. The footer lists those that exist.',
  },
  'no-such-entry': {
    status: 404,
    title: 'No such words',
    message: 'The shop has no words of this name that could be changed. Reload the page to see those it has.',
  },
} satisfies RefusalTable

/** Makes a refusal to throw: of this module's, or of any call's. */
export const refuse = refusing({ ...contentRefusals })
