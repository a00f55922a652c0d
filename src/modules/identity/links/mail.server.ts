import type { MailKind } from '#kernel/mail-kind'
import type { Context } from '#platform/context'
import { type Letterhead, type Receiver, messageOf } from '#platform/mail/message'
import { type Message, sendMail } from '#platform/mail/port'
import type { LinkPurpose } from './mailed-links.server.ts'

type LinkWords = {
  title: string
  subject: (shop: string) => string
  paragraphs: string[]
  label: string
  closing: string
}

const words: Record<LinkPurpose, LinkWords> = {
  confirm: {
    title: 'An address is to be confirmed',
    subject: shop => `Confirm your email address for ${shop}`,
    paragraphs: ['Confirm your email address by opening this link within 24 hours.'],
    label: 'Confirm my email address',
    closing:
      'If you did not sign up, ignore this email: nothing happens unless you open the link. You can also open it and choose a password, which locks out whoever signed up with your address.',
  },
  reset: {
    title: 'A new password was asked for',
    subject: shop => `A new password for ${shop}`,
    paragraphs: ['Someone asked for a new password for your account. Choose one by opening this link within an hour.'],
    label: 'Choose a new password',
    closing: 'If it was not you, ignore this email: your password stays the same.',
  },
  'change-email': {
    title: 'A new address is to be confirmed',
    subject: shop => `Your new email address for ${shop}`,
    paragraphs: [
      'To use this email address for your account, open the link within 24 hours in a browser in which you are logged in.',
    ],
    label: 'Use this email address',
    closing: 'If you did not ask for this, ignore this email: nothing happens unless you open the link.',
  },
}

const passwordChanged = {
  title: 'A password was changed',
  subject: (shop: string) => `Your password for ${shop} was changed`,
  paragraphs: ['Your password was changed, and all other browsers were logged out.'],
}
const emailChanged = {
  title: 'An address was changed: to the old one',
  subject: (shop: string) => `Your email address for ${shop} was changed`,
  paragraphs: [
    'Your account now has a different email address. Use it to log in; this address will receive no more emails about the account.',
  ],
}

/** The mails about accounts whose words an owner can write. What to do if it was somebody else stays the shop's. */
export const accountMailKinds: readonly MailKind[] = Object.entries({
  ...words,
  'password-changed': passwordChanged,
  'email-changed': emailChanged,
}).map(([kind, { title, subject, paragraphs }]) => ({
  kind,
  title,
  subject: subject('{shop}'),
  text: paragraphs.join('\n\n'),
  placeholders: [],
  required: [],
}))

type LinkMail = { to: Receiver; url: string; letterhead: Letterhead }

/** The mail that brings a link. */
export function linkMail(purpose: LinkPurpose, { to, url, letterhead }: LinkMail): Message {
  const { subject, paragraphs, label, closing } = words[purpose]
  return messageOf({
    to,
    letterhead,
    kind: purpose,
    subject: subject(letterhead.name),
    paragraphs,
    action: { label, url },
    closing,
  })
}

/** Tells the owner of an account that its password is another one now. */
export function sendPasswordChangedMail(ctx: Context, letterhead: Letterhead, to: Receiver): Promise<void> {
  const letter = messageOf({
    to,
    letterhead,
    kind: 'password-changed',
    subject: passwordChanged.subject(letterhead.name),
    paragraphs: passwordChanged.paragraphs,
    closing:
      'If it was not you, open the shop’s login page and choose “Forgot your password?”: a link sent to this address lets you set a new one and ends every session. Then check the passkeys in My Account, which are not removed.',
  })
  return sendMail(ctx.jobs, ctx.db, letter)
}

/** Tells the mailbox that an account had until now. It does not name the new one: who reads here need not be its owner. */
export function sendEmailChangedMail(ctx: Context, letterhead: Letterhead, to: Receiver): Promise<void> {
  const letter = messageOf({
    to,
    letterhead,
    kind: 'email-changed',
    subject: emailChanged.subject(letterhead.name),
    paragraphs: emailChanged.paragraphs,
    closing: 'If it was not you, tell the shop at once: reply to this email, and mention this address.',
  })
  return sendMail(ctx.jobs, ctx.db, letter)
}
