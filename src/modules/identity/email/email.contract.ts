import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Email } from '#kernel/fields'
import { Whose } from '../passwords/passwords.contract.ts'
import { LinkToken, Password } from '../sign-in.rules.ts'

export const ConfirmWithPassword = z.object({ token: LinkToken, password: Password })
export const ConfirmAnew = z.object({ token: LinkToken, newPassword: Password })
export const ChangeEmail = z.object({ email: Email, password: Password })

export const emailContract = {
  mailConfirmation: endpoint('POST /email-confirmation/mail', {
    summary:
      'Mails the link that confirms the caller’s address once more; `sent` is false when there is nothing to confirm.',
    access: 'signed-in',
    answer: z.object({ sent: z.boolean() }),
    refusals: ['too-many-tries', 'hosted-identity'],
  }),
  confirmEmail: endpoint('POST /email-confirmation', {
    summary: 'Confirms the caller’s address, or changes it, by the link that was mailed to it.',
    access: 'owner',
    body: z.object({ token: LinkToken }),
    answer: z.object({ email: z.string(), changed: z.boolean() }),
    refusals: ['link-dead', 'email-taken', 'admin-by-setting', 'hosted-identity'],
  }),
  confirmWithPassword: endpoint('PUT /email-confirmation', {
    summary: 'Confirms an address by its mailed link and the account’s password, in any browser.',
    access: 'everyone',
    body: ConfirmWithPassword,
    answer: Whose,
    refusals: ['link-dead', 'wrong-password', 'no-password', 'too-many-tries', 'hosted-identity'],
  }),
  openConfirmation: endpoint('PUT /email-confirmation/opened', {
    summary:
      'Confirms an address by its mailed link alone, in a shop that only its own machine reaches: there the outbox is open to everybody, and a mailbox proves nothing. Elsewhere `email` is null, and nothing happens.',
    access: 'everyone',
    body: z.object({ token: LinkToken }),
    answer: z.object({ email: z.nullable(z.string()) }),
    refusals: ['link-dead'],
  }),
  confirmAnew: endpoint('PUT /email-confirmation/password', {
    summary:
      'Confirms an address for whoever reads its mail and does not know the password: every earlier way into the account is void, and the new password opens it.',
    access: 'everyone',
    body: ConfirmAnew,
    answer: Whose,
    refusals: ['link-dead', 'password-common', 'password-is-email', 'too-many-tries', 'hosted-identity'],
  }),
  requestEmailChange: endpoint('POST /email', {
    summary: 'Mails a link to a new address; opened by the caller, it makes the address the account’s.',
    access: 'signed-in',
    body: ChangeEmail,
    answer: Whose,
    refusals: ['wrong-password', 'no-password', 'too-many-tries', 'admin-by-setting', 'hosted-identity'],
  }),
}
