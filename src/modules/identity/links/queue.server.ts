import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { type RateLimit, minutesToWait, uncountTry } from '#platform/http/rate-limits'
import { type Context, newId } from '#platform/context'
import { deliver } from '#platform/mail/delivery'
import type { MailPort } from '#platform/mail/port'
import type { Letterhead } from '#platform/mail/message'
import { linkMail } from './mail.server.ts'
import { linkPath, makeLink } from './mailed-links.server.ts'

/**
 * Mails with a link of the shop's. A job looks the user up, makes the link and hands the mail over itself: so the call that
 * asks for it does the same work whoever is meant, and no queue keeps what opens an account.
 */
const queue = 'link-mail'
/** With growing pauses, about a day: nobody waits longer for such a mail. */
const retries = 30

/** `id`: the message's, however often it is tried. */
type Queued = LinkMail & { id: string }

type LinkMail =
  | { purpose: 'confirm'; userId: string }
  | { purpose: 'reset'; email: string }
  | { purpose: 'change-email'; userId: string; email: string }

/** Has the mail sent, in the caller's transaction if there is one. */
export function queueLinkMail(ctx: Pick<Context, 'db' | 'jobs'>, mail: LinkMail): Promise<void> {
  return ctx.jobs.send(ctx.db, queue, { id: newId(), ...mail })
}

export type LinkShop = { letterhead: Letterhead; publicUrl: () => string; isReady: () => boolean }

/** Registers the job that sends them. */
export function defineLinkMail(ctx: Context, shop: LinkShop, port: MailPort): void {
  const does = 'Makes and mails the links of reset, confirmation and change of address.'
  ctx.jobs.define<Queued>(queue, { does, retries, concurrency: 2, atATime: 2 }, mail =>
    sendLinkMail(ctx, { shop, port, mail }),
  )
}

/** Signing up, leaving and signing up again with somebody else's address is no way to fill their mailbox. */
const confirmationsPerEmail: RateLimit = { what: 'confirmation mail to an email', most: 12, minutes: 60 }

type Sending = { shop: LinkShop; port: MailPort; mail: Queued }

/** Dying on the way leaves a link that nobody has: the next try makes another one. */
async function sendLinkMail(ctx: Context, sending: Sending): Promise<void> {
  const user = await userOf(ctx, sending.mail)
  if (!user) return
  if (sending.mail.purpose !== 'confirm') return sendTo(ctx, user, sending)
  if ((await minutesToWait(ctx, confirmationsPerEmail, user.email)) !== undefined) return
  try {
    await sendTo(ctx, user, sending)
  } catch (error) {
    // Nothing went out: a mail server that is down for minutes must not use up what is allowed.
    await uncountTry(ctx, confirmationsPerEmail, user.email)
    throw error
  }
}

async function sendTo(ctx: Context, user: User, { shop, port, mail }: Sending): Promise<void> {
  await untilListening(shop)
  const { purpose } = mail
  const email = purpose === 'change-email' ? mail.email : user.email
  const token = await makeLink(ctx, { userId: user.id, purpose, email })
  if (token === undefined) return
  const url = `${shop.publicUrl()}${linkPath(purpose, token)}`
  // A new address is somebody's, and perhaps not this user's, until the link in this very mail is opened.
  const to = { email, name: user.name, isConfirmed: user.emailVerified && email === user.email }
  const message = linkMail(purpose, { to, url, letterhead: shop.letterhead })
  await deliver(ctx, port, { ...message, id: mail.id })
}

type User = { id: string; email: string; name: string; emailVerified: boolean }

/** Whom it is for; nobody when the address has no account, or nothing is left to confirm. */
async function userOf(ctx: Context, mail: LinkMail): Promise<User | undefined> {
  const which = mail.purpose === 'reset' ? sql`"email" = ${mail.email}` : sql`"id" = ${mail.userId}`
  const { rows } = await sql<User>`
    select "id", "email", "name", "emailVerified" from identity."user" where ${which}`.execute(ctx.db)
  const [user] = rows
  return mail.purpose === 'confirm' && user?.emailVerified ? undefined : user
}

/** Jobs start a moment before the shop listens, and only then has it an address. */
async function untilListening({ isReady }: LinkShop): Promise<void> {
  for (let looks = 0; looks < 50 && !isReady(); looks += 1) await pause(100)
}
