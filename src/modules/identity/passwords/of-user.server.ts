import { sql } from 'kysely'
import { refuse } from '../refusals.rules.ts'
import { type RateLimit, enforceRateLimit, resetRateLimit } from '#platform/http/rate-limits'
import { type Context, newId, transact } from '#platform/context'
import type { Letterhead } from '#platform/mail/message'
import { sendPasswordChangedMail } from '../links/mail.server.ts'
import { type LockedUser, type MailedLink, takeLink, voidLinks } from '../links/mailed-links.server.ts'
import { presentPassword } from './tries.server.ts'
import { receiverOf } from '../notices/notices.server.ts'
import { recordOf } from '../notices/security-events.server.ts'
import type { IdentityPort, PasswordPort } from '../port.server.ts'
import { forgetStrangers } from '../limits/sign-in-limits.server.ts'
import { endOtherSessions } from '../sessions/of-caller.server.ts'
import { type EmptyAccount, nameFrom, takeOver } from '../sessions/takeover.server.ts'

// The password of a user of the embedded identity service. Its tables are in the shop's own database, so a verb of the shop
// changes them in its own transaction, together with its mails and the trail.

/** Refuses: hosted-identity. */
export function passwordsOf(identity: IdentityPort): PasswordPort {
  if (!identity.passwords) throw refuse('hosted-identity')
  return identity.passwords
}

/** Checks a user's present password; many tries at once are all counted. Returns its hash. Refuses: wrong-password, no-password, too-many-tries. */
export async function requirePassword(
  ctx: Context,
  passwords: PasswordPort,
  { userId, password }: { userId: string; password: string },
): Promise<string> {
  await enforceRateLimit(ctx, presentPassword, userId)
  const hash = await passwordHash(ctx, userId)
  if (hash === undefined) throw refuse('no-password')
  if (!(await passwords.isRight({ hash, password }))) throw refuse('wrong-password')
  await resetRateLimit(ctx, presentPassword, userId)
  return hash
}

export async function passwordHash(ctx: Context, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ password: string }>`
    select "password" from identity."account"
    where "userId" = ${userId} and "providerId" = 'credential' and "password" is not null`.execute(ctx.db)
  return rows[0]?.password
}

/**
 * Opens an account to whoever reads its mail: a new password, and nobody is logged in any more. Where nobody had confirmed
 * the address, everything that was made by whoever typed it first is void as well. The user's row is locked.
 */
async function openAnew(
  ctx: Context,
  { identity, emptyAccount }: OpeningParts,
  { user, hash }: { user: LockedUser; hash: string },
): Promise<void> {
  if (!user.emailVerified) {
    const { issuer } = identity
    await takeOver(ctx, { issuer, emptyAccount }, { userId: user.id, name: user.name })
  }
  await setPassword(ctx, user.id, hash)
  await endOtherSessions(ctx, { userId: user.id, but: undefined })
  await voidLinks(ctx, user.id, ['confirm', 'reset', 'change-email'])
  await forgetStrangers(ctx, user.email)
  await resetRateLimit(ctx, presentPassword, user.id)
}

/** A link is good once; sent many times at once, each would cost a hash before the first has used it up. */
const usesOfLink: RateLimit = { what: 'use of a mailed link', most: 10, minutes: 60 }

type OpeningParts = { identity: IdentityPort; letterhead: Letterhead; emptyAccount: EmptyAccount }
type Opening = { link: MailedLink; password: string; by: string }

/**
 * `openAnew` by a link that `findLink` has found: looked at first, so that nobody has hashes computed with one that opens
 * nothing. Refuses: link-dead, too-many-tries.
 */
export async function openByLink(
  ctx: Context,
  parts: OpeningParts,
  { link, password, by }: Opening,
): Promise<{ email: string }> {
  await enforceRateLimit(ctx, usesOfLink, link.hash)
  const { identity, letterhead } = parts
  const hash = await passwordsOf(identity).hash(password)
  return transact(ctx, async ctx => {
    const { user: stored } = await takeLink(ctx, link)
    // Whoever typed the address first chose the name, too, and mails would greet by it.
    const user = { ...stored, ...(!stored.emailVerified && { name: nameFrom(stored.email) }) }
    // Confirmed by now, so it has an owner: a forgotten password is for the reset link, which lives an hour.
    if (link.purpose === 'confirm' && user.emailVerified) throw refuse('link-dead')
    await openAnew(ctx, parts, { user, hash })
    await recordChange(ctx, { issuer: identity.issuer, user, by })
    await sendPasswordChangedMail(ctx, letterhead, receiverOf(user))
    return { email: user.email }
  })
}

export async function setPassword(ctx: Context, userId: string, hash: string): Promise<void> {
  const { rows } = await sql`
    update identity."account" set "password" = ${hash}, "updatedAt" = now()
    where "userId" = ${userId} and "providerId" = 'credential' returning "id"`.execute(ctx.db)
  if (rows.length > 0) return
  await sql`
    insert into identity."account" ("id", "accountId", "providerId", "userId", "password", "updatedAt")
    values (${newId()}, ${userId}, 'credential', ${userId}, ${hash}, now())`.execute(ctx.db)
}

/** Into the trail, if the shop knows the account; what the password is stands nowhere. */
export async function recordChange(
  ctx: Context,
  { issuer, user, by }: { issuer: string; user: LockedUser; by: string },
): Promise<void> {
  await recordOf(ctx, { issuer, userId: user.id, action: 'account.password-changed', after: { by } })
}
