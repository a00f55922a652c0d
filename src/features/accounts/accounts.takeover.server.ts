import { APIError } from 'better-auth/api'
import type pg from 'pg'
import { secondFactorPaths } from './accounts.second-factor.server.ts'

/**
 * Voids every way in that somebody made with an address that they never confirmed, and confirms it: all at once, so that
 * no moment has a confirmed address with a stranger's password. To be called in a transaction: the user's row is held
 * first, so that a passkey that is just being added is either seen here or refused there.
 */
export async function takeOver(client: pg.ClientBase, userId: string, name: string): Promise<void> {
  await client.query('select from "user" where "id" = $1 for update', [userId])
  await client.query(
    `with ended as (delete from "session" where "userId" = $1),
      voided as (delete from "account" where "userId" = $1),
      lost as (delete from "passkey" where "userId" = $1),
      unasked as (delete from "twoFactor" where "userId" = $1),
      unsent as (delete from "mailedLink" where "userId" = $1)
    update "user" set "emailVerified" = true, "twoFactorEnabled" = false, "name" = $2, "updatedAt" = now() where "id" = $1`,
    [userId, name],
  )
}

export type Mailbox = { email: string; name: string; providerId: string; providerSubject: string }

/**
 * The provider says that this mailbox is theirs, so a user who typed its address first and never confirmed it makes way.
 * Not one whose only way in is this very account of the provider's: that one is confirmed by the sign-in itself.
 * `endSessions` ends what the user has open in the shop; it comes first, so that dying in between voids too much rather
 * than too little.
 */
export async function claimMailbox(
  pool: pg.Pool,
  { email, name, providerId, providerSubject }: Mailbox,
  endSessions: (userId: string) => Promise<void>,
): Promise<void> {
  await inTransaction(pool, async client => {
    const { rows } = await client.query<{ id: string }>(
      `select "id" from "user" where "email" = $1 and not "emailVerified" and not exists (
        select from "account" where "providerId" = $2 and "accountId" = $3) for update`,
      [email, providerId, providerSubject],
    )
    for (const { id } of rows) {
      await endSessions(id)
      await takeOver(client, id, name)
    }
  })
}

/** Runs `work` in one transaction of the identity service's own connections. */
export async function inTransaction(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Whether a password opens this user's account. */
export async function hasPassword(pool: pg.Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query(passwordOf, [userId])
  return rows.length > 0
}

/**
 * Between the check of a password and its session, the owner of the mailbox may have voided the password. Asked once the
 * session is there: whoever voids the password later finds the session, and takes it away too.
 */
export async function checkPasswordStillOpens(pool: pg.Pool, session: { id: string; userId: string }, path?: string) {
  const isByPassword = path === '/sign-in/email' || secondFactorPaths.includes(path ?? '')
  if (!isByPassword || (await keepsPassword(pool, session.userId))) return
  await pool.query('delete from "session" where "id" = $1', [session.id])
  throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' })
}

/** As `hasPassword`, once whoever is voiding it has done so. */
async function keepsPassword(pool: pg.Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query(`${passwordOf} for share`, [userId])
  return rows.length > 0
}

const passwordOf = `
  select from "account" where "userId" = $1 and "providerId" = 'credential' and "password" is not null`
