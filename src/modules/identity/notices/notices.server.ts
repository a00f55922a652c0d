import type { Context } from '#platform/context'
import { type Letterhead, type Receiver, messageOf } from '#platform/mail/message'
import { sendMail } from '#platform/mail/port'
import { noticeFrame, noticeTexts } from './notices.texts.ts'

/** What changed about the ways into an account. */
export type NoticeKind = keyof typeof noticeTexts

export type Notice = { to: Receiver; kind: NoticeKind; passkey?: string | undefined }

/** A user as the identity library has it. */
export type IdentityUser = { email: string; name: string; emailVerified: boolean }

export const receiverOf = ({ email, name, emailVerified: isConfirmed }: IdentityUser): Receiver => ({
  email,
  name,
  isConfirmed,
})

/** Tells the owner what somebody who is logged in has changed: if it was not the owner, this is how they hear of it. */
export async function sendNotice(
  ctx: Context,
  { letterhead, url }: { letterhead: Letterhead; url: string },
  notice: Notice,
): Promise<void> {
  const { subject, text } = noticeTexts[notice.kind]
  const letter = messageOf({
    to: notice.to,
    letterhead,
    subject: subject(letterhead.name),
    paragraphs: [text],
    ...(notice.passkey !== undefined && {
      facts: [{ name: noticeFrame.passkey, value: notice.passkey, isTyped: true }],
    }),
    action: { label: noticeFrame.label, url: new URL('/dashboard/account', url).href },
    closing: noticeFrame.closing,
  })
  await sendMail(ctx.jobs, ctx.db, letter)
}
