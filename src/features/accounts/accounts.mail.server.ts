import type { Context } from '#platform/context'
import { messageOf } from '#platform/letter'
import { sendMail } from '#platform/mail'

/** The mail that proves an email address. */
export async function sendVerificationMail(
  ctx: Context,
  shopName: string,
  { to, name, url }: { to: string; name: string; url: string },
): Promise<void> {
  const letter = messageOf({
    to,
    subject: `Confirm your email address for ${shopName}`,
    shopName,
    greeting: `Hello ${name},`,
    paragraphs: ['confirm your email address by opening this link within 24 hours.'],
    action: { label: 'Confirm my email address', url },
    closing: 'If you did not sign up, ignore this mail: without the link nothing happens.',
  })
  await sendMail(ctx.jobs, ctx.db, letter)
}
