import type { MailKind } from '#kernel/mail-kind'
import type { Context } from '#platform/context'
import { type Letterhead, type Receiver, messageOf } from '#platform/mail/message'
import { type Message, sendMail } from '#platform/mail/port'
import { linkMailNames, linkMailTexts } from './links.texts.ts'
import type { LinkPurpose } from './mailed-links.server.ts'

/** The mails about accounts whose words an owner can write. What to do if it was somebody else stays the shop's. */
export const accountMailKinds: readonly MailKind[] = linkMailNames.map(kind => ({
  kind,
  words() {
    const { title, subject, paragraphs } = linkMailTexts[kind]
    return { title, subject: subject('{shop}'), text: paragraphs.join('\n\n') }
  },
  placeholders: [],
  required: [],
}))

type LinkMail = { to: Receiver; url: string; letterhead: Letterhead }

/** The mail that brings a link. */
export function linkMail(purpose: LinkPurpose, { to, url, letterhead }: LinkMail): Message {
  const { subject, paragraphs, label, closing } = linkMailTexts[purpose]
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
  return sendMail(ctx.jobs, ctx.db, changeMail('password-changed', to, letterhead))
}

/** Tells the mailbox that an account had until now. It does not name the new one: who reads here need not be its owner. */
export function sendEmailChangedMail(ctx: Context, letterhead: Letterhead, to: Receiver): Promise<void> {
  return sendMail(ctx.jobs, ctx.db, changeMail('email-changed', to, letterhead))
}

function changeMail(kind: 'password-changed' | 'email-changed', to: Receiver, letterhead: Letterhead): Message {
  const { subject, paragraphs, closing } = linkMailTexts[kind]
  return messageOf({ to, letterhead, kind, subject: subject(letterhead.name), paragraphs, closing })
}
