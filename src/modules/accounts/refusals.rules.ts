import { type RefusalTable, refusing } from '#kernel/refusals'
import { identityRefusals } from '#rules/identity'
import { texts } from '#kernel/texts'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const accountsRefusals = texts('accounts.refusals', {
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
  'account-blocked': {
    status: 409,
    title: 'Account blocked',
    message:
      'Your account can place no orders and write no reviews at present. Your orders so far stay as they are. Contact us about it.',
  },
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
  'member-gone': { status: 404, title: 'No such account', message: 'This account is gone. Reload the page.' },
  'role-gone': { status: 404, title: 'No such role', message: 'This role no longer exists. Reload the page.' },
  'role-fixed': {
    status: 409,
    title: 'A fixed role',
    message:
      'Owners may do everything and customers nothing beyond their own account. These two roles stay as they are.',
  },
  'role-changed': {
    status: 409,
    title: 'Changed meanwhile',
    message: 'Somebody else has changed this role since you opened it. Reload the page, then change it again.',
  },
  'role-name-taken': {
    status: 409,
    title: 'Name taken',
    message: 'Another role has this name. Choose another one.',
  },
  'role-in-use': {
    status: 409,
    title: 'Role in use',
    message: 'Somebody has this role or is invited to it. Give them another one first.',
  },
  'beyond-own-role': {
    status: 403,
    title: 'Beyond your role',
    message: 'You can give and take only what your own role may do. Ask an owner of the shop.',
  },
  'already-staff': {
    status: 409,
    title: 'Has a role already',
    message: 'This account already has a role. Change it in the list of people.',
  },
  'invitation-gone': {
    status: 404,
    title: 'No such invitation',
    message: 'This invitation has been accepted or withdrawn. Reload the page.',
  },
  'too-many-roles': {
    status: 409,
    title: 'Too many roles',
    message: ({ most }) => `A shop has at most ${most} roles. Remove one first.`,
  },
  'mail-beyond-role': {
    status: 403,
    title: 'Beyond your role',
    message: 'Your role does not include what this mail is about. Reload the page to see which mails you can have.',
  },
  'too-many-invitations': {
    status: 409,
    title: 'Too many invitations',
    message: ({ most }) => `At most ${most} invitations can be open at a time. Withdraw one first.`,
  },
} satisfies RefusalTable)

/** Makes a refusal to throw: of this module's, of those before it whose verbs it uses, or of any call's. */
export const refuse = refusing(identityRefusals, accountsRefusals)
