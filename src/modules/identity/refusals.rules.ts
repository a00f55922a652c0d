import { type RefusalTable, refusing } from '#kernel/refusals'
import { texts } from '#kernel/texts'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const identityRefusals = texts('identity.refusals', {
  'identity-unreachable': {
    status: 503,
    title: 'Sign-in service out of reach',
    message: 'The sign-in service cannot be reached from the shop right now. Try again in a minute.',
  },
  'link-dead': {
    status: 410,
    title: 'Link used up',
    message: 'This link has expired or has already been used. Ask for a new one.',
  },
  'wrong-password': {
    status: 403,
    title: 'Wrong password',
    message: 'That is not the password of this account. Type it once more.',
  },
  'no-password': {
    status: 409,
    title: 'No password yet',
    message: 'This account has no password yet. Ask for a link to set one.',
  },
  'password-common': {
    status: 422,
    title: 'Common password',
    message: 'So many people use this password that it is guessed first. Choose another one.',
  },
  'password-is-email': {
    status: 422,
    title: 'Address as password',
    message: 'Your email address is no secret. Choose another password.',
  },
  'password-needed': {
    status: 403,
    title: 'Password needed',
    message: 'Type your password once more to do this.',
  },
  'login-needed-again': {
    status: 403,
    title: 'Fresh login needed',
    message: ({ minutes }) => `Log out, log in again, and do this within ${minutes} minutes.`,
  },
  'email-taken': {
    status: 409,
    title: 'Address in use',
    message: 'Another account already uses this address. Log in to that one, or use another address.',
  },
  'hosted-identity': {
    status: 409,
    title: 'Kept by the sign-in service',
    message:
      'Passwords and addresses are kept by the sign-in service of this shop. Change them on the shop’s own pages.',
  },
  'admin-by-setting': {
    status: 409,
    title: 'Admin by the shop’s settings',
    message: 'The shop’s settings (ADMIN_EMAIL) make this account an admin at each start. Change the setting first.',
  },
} satisfies RefusalTable)

/** Makes a refusal to throw: of this module's, or of any call's. */
export const refuse = refusing(identityRefusals)
