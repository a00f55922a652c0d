/** What a sentence may tell of the case: `{ available: 3 }`. */
export type Details = Record<string, string | number | boolean>
export type Entry = { status: number; title: string; message: string | ((details: Details) => string) }

/** The part of the refusal table that is about sessions, accounts and the ways into them. */
export const accountRefusals = {
  'sign-in-needed': { status: 401, title: 'Sign-in needed', message: 'Log in to do this.' },
  'token-expired': { status: 401, title: 'Session expired', message: 'Your session has ended. Log in again.' },
  'demo-account-closed': {
    status: 403,
    title: 'Demo account',
    message: 'Demo accounts work only while the shop is open to its own machine alone. Sign up with your own email.',
  },
  'identity-unreachable': {
    status: 503,
    title: 'Sign-in service out of reach',
    message: 'The sign-in service cannot be reached from the shop right now. Try again in a minute.',
  },
  'not-yours': { status: 403, title: 'Not yours', message: 'This belongs to another account.' },
  'admin-only': { status: 403, title: 'Admins only', message: 'Only an admin may do this.' },

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
    message: ({ minutes }) => `Log out, log in again, and do this within ${Number(minutes)} minutes.`,
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
  'last-admin': {
    status: 409,
    title: 'The last admin',
    message: 'This is the last admin of the shop. Make somebody else an admin first.',
  },
  'admin-by-setting': {
    status: 409,
    title: 'Admin by the shop’s settings',
    message: 'The shop’s settings (ADMIN_EMAIL) make this account an admin at each start. Change the setting first.',
  },
  'unpaid-orders': { status: 409, title: 'Unpaid orders', message: 'Pay or delete your unpaid orders first.' },
  'money-in-progress': {
    status: 409,
    title: 'Money on its way',
    message: 'Money for one of your orders is still on its way. Try again once it has arrived.',
  },
} satisfies Record<string, Entry>
