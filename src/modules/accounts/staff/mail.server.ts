import { type Letterhead, type Receiver, messageOf } from '#platform/mail/message'
import type { Message } from '#platform/mail/port'
import { invitationTexts, roleMailTexts } from './mail.texts.ts'

/** The shop as a mail shows it, and where its links lead. */
export type MailFrom = { letterhead: Letterhead; url: string }

/** Asks somebody to make an account, and with it to take a role. It names no more than the role. */
export function invitationMail(email: string, role: string, { letterhead, url }: MailFrom): Message {
  return messageOf({
    to: { email, name: email, isConfirmed: false },
    letterhead,
    subject: invitationTexts.subject(letterhead.name),
    paragraphs: invitationTexts.paragraphs(letterhead.name),
    facts: [{ name: invitationTexts.role, value: role }],
    action: { label: invitationTexts.label, url: `${url}/signUp` },
    closing: invitationTexts.closing,
  })
}

/** Tells somebody with an account that they have a role now. */
export function roleMail(to: Omit<Receiver, 'isConfirmed'>, role: string, { letterhead, url }: MailFrom): Message {
  return messageOf({
    to: { ...to, isConfirmed: true },
    letterhead,
    subject: roleMailTexts.subject(letterhead.name),
    paragraphs: [roleMailTexts.text(letterhead.name)],
    facts: [{ name: roleMailTexts.role, value: role }],
    action: { label: roleMailTexts.label, url: `${url}/dashboard` },
    closing: roleMailTexts.closing,
  })
}
