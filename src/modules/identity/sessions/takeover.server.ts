import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type pg from 'pg'
import { asked, isByPassword, passwordPath } from '../second-factor/second-factor.server.ts'

/** A connection of the library's, or the transaction of one of the shop's own verbs. */
type Asked = { query(text: string, values: unknown[]): Promise<unknown> }

/**
 * Voids every way in that somebody made with an address that they never confirmed, and confirms it: all at once, so that
 * no moment has a confirmed address with a stranger's password. To be called in a transaction: the user's row is held
 * first, so that a passkey that is just being added is either seen here or refused there.
 */
export async function takeOver(database: Asked, userId: string, name: string): Promise<void> {
  await database.query('select from identity."user" where "id" = $1 for update', [userId])
  await database.query(
    `with ended as (delete from identity."session" where "userId" = $1),
      voided as (delete from identity."account" where "userId" = $1),
      lost as (delete from identity."passkey" where "userId" = $1),
      unasked as (delete from identity."twoFactor" where "userId" = $1),
      unopened as (delete from identity."mailedLink" where "userId" = $1)
    update identity."user" set "emailVerified" = true, "twoFactorEnabled" = false, "name" = $2, "updatedAt" = now() where "id" = $1`,
    [userId, name],
  )
}

export type Mailbox = { email: string; name: string; providerId: string; providerSubject: string }

/**
 * The provider says that this mailbox is theirs, so a user who typed its address first and never confirmed it makes way.
 * Not one whose only way in is this very account of the provider's: that one is confirmed by the sign-in itself.
 */
export async function claimMailbox(
  pool: pg.Pool,
  { email, name, providerId, providerSubject }: Mailbox,
): Promise<void> {
  await inTransaction(pool, async client => {
    const { rows } = await client.query<{ id: string }>(
      `select "id" from "user" where "email" = $1 and not "emailVerified" and not exists (
        select from "account" where "providerId" = $2 and "accountId" = $3) for update`,
      [email, providerId, providerSubject],
    )
    for (const { id } of rows) {
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

/** The hash of the password that each sign-in began with, for as long as it takes. */
const begunWith = new WeakMap<Request, string>()

/** Notes which password a sign-in begins with, before the library looks at it. */
export function notePasswords(pool: pg.Pool): BetterAuthPlugin {
  const handler = createAuthMiddleware(async context => {
    if (!context.request) return
    const { email } = Object(context.body) as { email?: unknown }
    const isFirstStep = context.path === passwordPath
    const who = isFirstStep ? String(email).toLowerCase() : ((await asked(context)) ?? '')
    const { rows } = await pool.query<{ password: string }>(isFirstStep ? passwordByEmail : passwordOf, [who])
    if (rows[0]) begunWith.set(context.request, rows[0].password)
  })
  return { id: 'note-passwords', hooks: { before: [{ matcher: ({ path }) => isByPassword(path), handler }] } }
}

type SignIn = { path?: string | undefined; request?: Request | undefined } | null | undefined

/**
 * Between the check of a password and its session, the password may have been voided or changed. Asked once the session is
 * there: whoever voids the password later finds the session, and takes it away too.
 */
export async function checkPasswordStillOpens(pool: pg.Pool, session: { id: string; userId: string }, signIn: SignIn) {
  if (!isByPassword(signIn?.path)) return
  const seen = signIn?.request && begunWith.get(signIn.request)
  if (seen !== undefined && seen === (await settledPassword(pool, session.userId))) return
  await pool.query('delete from "session" where "id" = $1', [session.id])
  throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' })
}

/** The same for a sign-in by a provider, whose link to the user may have been voided. */
export async function checkProviderStillOpens(
  pool: pg.Pool,
  session: { id: string; userId: string },
  signIn: SignIn,
): Promise<void> {
  if (!signIn?.path?.startsWith('/callback/')) return
  const { rows } = await pool.query(
    `select from "account" where "userId" = $1 and "providerId" <> 'credential' for share`,
    [session.userId],
  )
  if (rows.length > 0) return
  await pool.query('delete from "session" where "id" = $1', [session.id])
  throw new APIError('UNAUTHORIZED', { code: 'account_not_linked', message: 'The link to this account is void' })
}

/** The password's hash, once whoever is changing it has done so. */
async function settledPassword(pool: pg.Pool, userId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ password: string }>(`${passwordOf} for share`, [userId])
  return rows[0]?.password
}

const passwordOf = `
  select "password" from "account" where "userId" = $1 and "providerId" = 'credential' and "password" is not null`
const passwordByEmail = `
  select "password" from "account" join "user" on "user"."id" = "account"."userId"
  where "user"."email" = $1 and "providerId" = 'credential' and "password" is not null`
