import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Email } from '#kernel/fields'
import { LinkToken, Password } from '../sign-in.rules.ts'

export const RequestReset = z.object({ email: Email })
export const ResetPassword = z.object({ token: LinkToken, password: Password })
export const ChangePassword = z.object({ current: Password, password: Password })

export const ProveOwner = z.object({ password: Password })

/** Whose account it was. */
export const Whose = z.object({ email: z.string() })

export const passwordsContract = {
  requestReset: endpoint('POST /password-reset', {
    summary: 'Mails a link for a new password, if the address has an account. The answer does not tell.',
    access: 'everyone',
    body: RequestReset,
    answer: Whose,
    refusals: ['too-many-tries', 'hosted-identity'],
  }),
  resetPassword: endpoint('PUT /password', {
    summary: 'Sets a new password by a mailed link, and ends every session of the account.',
    access: 'everyone',
    body: ResetPassword,
    answer: Whose,
    refusals: ['link-dead', 'password-common', 'password-is-email', 'too-many-tries', 'hosted-identity'],
  }),
  changePassword: endpoint('POST /password', {
    summary: 'Changes the caller’s password, and ends every other session of the account.',
    access: 'signed-in',
    body: ChangePassword,
    answer: Whose,
    refusals: [
      'wrong-password',
      'no-password',
      'password-common',
      'password-is-email',
      'too-many-tries',
      'hosted-identity',
    ],
  }),
  proveOwner: endpoint('POST /session/proof', {
    summary:
      'Shows by the password who is here. For ten minutes after that, or after a login, the caller may delete the account and give rights.',
    access: 'signed-in',
    body: ProveOwner,
    answer: z.object({ provenUntil: z.string() }),
    refusals: ['wrong-password', 'no-password', 'too-many-tries', 'hosted-identity'],
  }),
}
