import type { Context } from '#platform/context'
import { type Letterhead, type Receiver, messageOf } from '#platform/mail/message'
import { sendMail } from '#platform/mail/port'

/** What changed about the ways into an account. */
export type NoticeKind =
  | 'passkey added'
  | 'passkey removed'
  | 'Google joined'
  | 'Google removed'
  | 'second factor on'
  | 'second factor off'
  | 'new recovery codes'
  | 'recovery code used'
  | 'wrong codes'

export type Notice = { to: Receiver; kind: NoticeKind; passkey?: string | undefined }

/** A user as the identity library has it. */
export type IdentityUser = { email: string; name: string; emailVerified: boolean }

export const receiverOf = ({ email, name, emailVerified: isConfirmed }: IdentityUser): Receiver => ({
  email,
  name,
  isConfirmed,
})

const words: Record<NoticeKind, { subject: string; text: string }> = {
  'passkey added': {
    subject: 'A passkey was added to your account',
    text: 'A passkey was added to your account. It can now be used to log in without a password.',
  },
  'passkey removed': {
    subject: 'A passkey was removed from your account',
    text: 'A passkey was removed from your account. It can no longer be used to log in.',
  },
  'Google joined': {
    subject: 'Google was joined to your account',
    text: 'A Google account with your email address was joined to your account. “Continue with Google” now opens it, without your password and without a code.',
  },
  'Google removed': {
    subject: 'Google was removed from your account',
    text: 'The Google account was removed from your account. “Continue with Google” does not open it until Google is joined again.',
  },
  'second factor on': {
    subject: 'The second factor of your account was turned on',
    text: 'The second factor of your account was turned on: from now on, each login with your password asks for a code from your authenticator app.',
  },
  'second factor off': {
    subject: 'The second factor of your account was turned off',
    text: 'The second factor of your account was turned off: from now on, your password alone opens the account.',
  },
  'wrong codes': {
    subject: 'Wrong codes for your account',
    text: 'Somebody entered the right password for your account, and then ten wrong codes for its second factor. No code is accepted for a quarter of an hour.',
  },
  'recovery code used': {
    subject: 'A recovery code of your account was used',
    text: 'Somebody logged in to your account with your password and one of your recovery codes, which does not work again.',
  },
  'new recovery codes': {
    subject: 'New recovery codes for your account',
    text: 'New recovery codes were made for your account. The old ones no longer work.',
  },
}

/** Tells the owner what somebody who is logged in has changed: if it was not the owner, this is how they hear of it. */
export async function sendNotice(
  ctx: Context,
  { letterhead, url }: { letterhead: Letterhead; url: string },
  notice: Notice,
): Promise<void> {
  const { subject, text } = words[notice.kind]
  const letter = messageOf({
    to: notice.to,
    letterhead,
    subject: `${subject} at ${letterhead.name}`,
    paragraphs: [text],
    ...(notice.passkey !== undefined && { facts: [{ name: 'Passkey', value: notice.passkey, isTyped: true }] }),
    action: { label: 'Open My Account', url: new URL('/dashboard/account', url).href },
    closing:
      'If this was not you: change your password, end every session and remove the passkeys that are not yours, in My Account.',
  })
  await sendMail(ctx.jobs, ctx.db, letter)
}
