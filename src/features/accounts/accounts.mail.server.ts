import type { Context } from '#platform/context'
import { type Receiver, messageOf } from '#platform/letter'
import { type Message, sendMail } from '#platform/mail'
import type { LinkPurpose } from './accounts.mailed-links.server.ts'

type LinkWords = { subject: (shop: string) => string; paragraphs: string[]; label: string; closing: string }

const words: Record<LinkPurpose, LinkWords> = {
  confirm: {
    subject: shop => `Confirm your email address for ${shop}`,
    paragraphs: ['confirm your email address by opening this link within 24 hours.'],
    label: 'Confirm my email address',
    closing:
      'If you did not sign up, ignore this mail: without the link nothing happens. Or open it and choose a password: whoever signed up with your address is shut out then.',
  },
  reset: {
    subject: shop => `A new password for ${shop}`,
    paragraphs: ['somebody asked for a new password for your account. Choose one by opening this link within an hour.'],
    label: 'Choose a new password',
    closing: 'If it was not you, ignore this mail: your password stays as it is.',
  },
  'change-email': {
    subject: shop => `Your new email address for ${shop}`,
    paragraphs: [
      'make this the email address of your account by opening the link within 24 hours, in a browser in which you are logged in.',
    ],
    label: 'Use this email address',
    closing: 'If you did not ask for it, ignore this mail: without the link nothing happens.',
  },
}

type LinkLetter = { to: Receiver; url: string; shopName: string }

/** The mail that brings a link. */
export function linkLetter(purpose: LinkPurpose, { to, url, shopName }: LinkLetter): Message {
  const { subject, paragraphs, label, closing } = words[purpose]
  return messageOf({
    to,
    subject: subject(shopName),
    shopName,
    paragraphs,
    action: { label, url },
    closing,
  })
}

/** Tells the owner of an account that its password is another one now. */
export function sendPasswordChangedMail(ctx: Context, shopName: string, to: Receiver): Promise<void> {
  const letter = messageOf({
    to,
    subject: `Your password for ${shopName} was changed`,
    shopName,
    paragraphs: ['your password was changed, and every other browser was logged out.'],
    closing:
      'If it was not you, open the login page of the shop and choose “Forgot your password?”: a link to this address sets another one and ends every session. Then look at the passkeys in My Account: they stay.',
  })
  return sendMail(ctx.jobs, ctx.db, letter)
}

/** Tells the mailbox that an account had until now. It does not name the new one: who reads here need not be its owner. */
export function sendEmailChangedMail(ctx: Context, shopName: string, to: Receiver): Promise<void> {
  const letter = messageOf({
    to,
    subject: `Your email address for ${shopName} was changed`,
    shopName,
    paragraphs: [
      'your account has another email address from now on. You log in with that one, and this address gets no more mail about the account.',
    ],
    closing: 'If it was not you, tell the shop at once: answer this mail, and name this address.',
  })
  return sendMail(ctx.jobs, ctx.db, letter)
}
