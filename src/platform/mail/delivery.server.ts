import type { Context } from '../context.server.ts'
import type { MailPort, Message } from './port.server.ts'

/** How long it is known that an address refuses mail, if nothing was sent there since. */
const keptDays = 90
/** As much of a server's answer as says why. */
const longestAnswer = 300

/**
 * Sends a message. An address that the mail server refuses for good is written down for staff, and the message is done with: trying
 * for days would change nothing, and servers that are asked too often for addresses they do not have stop listening.
 * Anything else that goes wrong is thrown, and the queue tries again.
 */
export async function deliver(
  ctx: Pick<Context, 'db' | 'now' | 'log' | 'remember'>,
  port: MailPort,
  message: Message,
): Promise<void> {
  const email = message.to.toLowerCase()
  try {
    await port.send(message)
  } catch (error) {
    const answer = finalRefusal(error)
    if (answer === undefined) throw error
    const refusal = { subject: message.subject, answer: answer.slice(0, longestAnswer), refused_at: ctx.now() }
    await ctx.db
      .insertInto('refused_mail')
      .values({ email, ...refusal })
      .onConflict(conflict => conflict.column('email').doUpdateSet(refusal))
      .execute()
    ctx.log.warn({ answer: refusal.answer, messageId: message.id }, 'a mail server refuses an address for good')
    return
  }
  // Most addresses take their mail: none of it pays for a look at those that did not.
  const refused = await ctx.remember('refused mail', ['refused_mail'], () => readRefused(ctx))
  if (refused.has(email)) await ctx.db.deleteFrom('refused_mail').where('email', '=', email).execute()
}

async function readRefused({ db }: Pick<Context, 'db'>): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('refused_mail').select('email').execute()
  return new Set(rows.map(({ email }) => email))
}

/** Forgets which addresses refused mail long ago. */
export async function forgetRefusedMail(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const old = new Date(ctx.now().getTime() - keptDays * 24 * 3600 * 1000)
  await ctx.db.deleteFrom('refused_mail').where('refused_at', '<', old).execute()
}

/**
 * What a mail server says that takes this message for this address neither now nor later (RFC 5321, section 4.2.1). Not what it says
 * to the login or of the sender: the same shop with other settings may send.
 */
function finalRefusal(error: unknown): string | undefined {
  const { command, responseCode, response } = Object(error) as Record<string, unknown>
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  return isAboutMessage && isFinal ? String(response) : undefined
}
