import { type RefusalTable, refusing } from '#kernel/refusals'
import { texts } from '#kernel/texts'
import { accountsRefusals } from '#rules/accounts'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const companiesRefusals = texts('companies.refusals', {
  'company-gone': {
    status: 404,
    title: 'No such company',
    message: 'There is no such company, or you do not buy for it any more. Reload the page.',
  },
  'company-full': {
    status: 409,
    title: 'Too many members',
    message: ({ most }) => `A company can have ${most} members. Remove somebody first.`,
  },
} satisfies RefusalTable)

/** Makes a refusal to throw: of this module's, or of any call's. */
export const refuse = refusing(accountsRefusals, companiesRefusals)
