import { type RefusalTable, refusing } from '#kernel/refusals'
import { identityRefusals } from '#rules/identity'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const accountsRefusals = {
  'demo-account-closed': {
    status: 403,
    title: 'Demo account',
    message: 'Demo accounts work only while the shop is open to its own machine alone. Sign up with your own email.',
  },
  'session-gone': {
    status: 404,
    title: 'No such session',
    message: 'This session has already ended. Reload the page.',
  },
  'account-gone': { status: 404, title: 'No such account', message: 'No account has this email.' },
  'email-unconfirmed': {
    status: 409,
    title: 'Not confirmed',
    message: 'This email address is not confirmed yet. Its owner must first open the link in our email.',
  },
  'last-admin': {
    status: 409,
    title: 'The last admin',
    message: 'This is the last admin of the shop. Make somebody else an admin first.',
  },
} satisfies RefusalTable

/** Makes a refusal to throw: of this module's, of those before it whose verbs it uses, or of any call's. */
export const refuse = refusing({ ...identityRefusals, ...accountsRefusals })
