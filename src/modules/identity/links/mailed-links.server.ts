import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '../refusals.rules.ts'
import type { Context } from '#platform/context'

/** What a mailed link is for. Opening one proves the mailbox that it was sent to, and nothing else. */
export type LinkPurpose = 'confirm' | 'reset' | 'change-email'

/** How long a link works. One that opens an account is shorter-lived than one that confirms an address. */
const lifeHours: Record<LinkPurpose, number> = { confirm: 24, reset: 1, 'change-email': 24 }

type Now = Pick<Context, 'db' | 'now'>

export type MailedLink = { hash: string; userId: string; purpose: LinkPurpose; email: string }

/** A user of the embedded identity service, locked. */
export type LockedUser = { id: string; email: string; name: string; emailVerified: boolean }

/**
 * Makes a link's token. Only its hash is kept: whoever reads the table opens nothing. Undefined when the user is gone.
 */
export async function makeLink(ctx: Now, link: Omit<MailedLink, 'hash'>): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(ctx.now().getTime() + lifeHours[link.purpose] * 3_600_000)
  const { rows } = await sql`
    insert into identity."mailedLink" ("hash", "userId", "purpose", "email", "expiresAt")
    select ${hashOf(token)}, "id", ${link.purpose}, ${link.email}, ${expiresAt} from identity."user"
    where "id" = ${link.userId} returning "userId"`.execute(ctx.db)
  return rows.length > 0 ? token : undefined
}

/** Where a link leads: a page of the shop, which does nothing by itself. */
export function linkPath(purpose: LinkPurpose, token: string): string {
  if (purpose === 'reset') return `/reset-password?token=${token}`
  // The page says at once what to do where nobody is logged in; what the link may do, the table knows.
  return `/confirm-email?token=${token}${purpose === 'change-email' ? '&change=yes' : ''}`
}

/** The link as it stands, untouched: to look before something costly is done. Refuses: link-dead. */
export async function findLink(ctx: Now, token: string, purposes: readonly LinkPurpose[]): Promise<MailedLink> {
  const { rows } = await sql<MailedLink>`
    select "hash", "userId", "purpose", "email" from identity."mailedLink"
    where "hash" = ${hashOf(token)} and "purpose" = any(${purposes}) and "expiresAt" > ${ctx.now()}`.execute(ctx.db)
  const [link] = rows
  if (!link) throw refuse('link-dead')
  return link
}

/** The link's user, and another one who has the address that the link was mailed to. */
type Taken = { user: LockedUser; holder: LockedUser | undefined }

/**
 * Uses a link up, in the transaction of what it does: both happen or neither. Of two uses at once the second one waits
 * for the user's row and then finds nothing. The other links of the user for that purpose are void as well. Refuses:
 * link-dead, also for a link to an address that is not the user's any more.
 */
export async function takeLink(ctx: Now, link: MailedLink): Promise<Taken> {
  const users = await lockUsers(ctx, link)
  const user = users.find(({ id }) => id === link.userId)
  const { rows } = await sql`
    delete from identity."mailedLink"
    where "hash" = ${link.hash} and "purpose" = ${link.purpose} and "expiresAt" > ${ctx.now()}
    returning "hash"`.execute(ctx.db)
  if (!user || rows.length === 0) throw refuse('link-dead')
  if (link.purpose !== 'change-email' && link.email !== user.email) throw refuse('link-dead')
  await voidLinks(ctx, user.id, [link.purpose])
  return { user, holder: users.find(({ id }) => id !== user.id) }
}

/** Makes a user's open links of these purposes worthless. */
export async function voidLinks(ctx: Now, userId: string, purposes: readonly LinkPurpose[]): Promise<void> {
  await sql`
    delete from identity."mailedLink" where "userId" = ${userId} and "purpose" = any(${purposes})`.execute(ctx.db)
}

/**
 * Locks the user, and whoever has the address; in the order of their ids, so that two who want each other's address do
 * not wait crosswise. While it is held, no session of the user begins either.
 */
export async function lockUsers(
  ctx: Pick<Context, 'db'>,
  { userId, email }: { userId: string; email: string },
): Promise<LockedUser[]> {
  const { rows } = await sql<LockedUser>`
    select "id", "email", "name", "emailVerified" from identity."user"
    where "id" = ${userId} or "email" = ${email} order by "id" for update`.execute(ctx.db)
  return rows
}

/** Removes the links that nobody has opened in time. */
export async function removeOldLinks(ctx: Now): Promise<void> {
  await sql`delete from identity."mailedLink" where "expiresAt" <= ${ctx.now()}`.execute(ctx.db)
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
