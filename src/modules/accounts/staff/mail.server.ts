import { type Letterhead, type Receiver, messageOf } from '#platform/mail/message'
import type { Message } from '#platform/mail/port'

/** The shop as a mail shows it, and where its links lead. */
export type MailFrom = { letterhead: Letterhead; url: string }

/** Asks somebody to make an account, and with it to take a role. It names no more than the role. */
export function invitationMail(email: string, role: string, { letterhead, url }: MailFrom): Message {
  return messageOf({
    to: { email, name: email, isConfirmed: false },
    letterhead,
    subject: `You are invited to work at ${letterhead.name}`,
    paragraphs: [
      `You are invited to join ${letterhead.name}.`,
      'Sign up with this email address within seven days, and confirm it by the link that we will then send you.',
    ],
    facts: [{ name: 'Your role', value: role }],
    action: { label: 'Create my account', url: `${url}/signUp` },
    closing: 'If you do not know the shop, ignore this email: nothing happens unless you sign up.',
  })
}

/** Tells somebody with an account that they have a role now. */
export function roleMail(to: Omit<Receiver, 'isConfirmed'>, role: string, { letterhead, url }: MailFrom): Message {
  return messageOf({
    to: { ...to, isConfirmed: true },
    letterhead,
    subject: `Your role at ${letterhead.name}`,
    paragraphs: [`You have a role at ${letterhead.name} now. Its pages are in the menu of your dashboard.`],
    facts: [{ name: 'Your role', value: role }],
    action: { label: 'Open my dashboard', url: `${url}/dashboard` },
    closing: 'If you did not expect this, reply to this email.',
  })
}
