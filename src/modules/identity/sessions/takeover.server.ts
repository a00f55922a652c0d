import { sql } from 'kysely'
import type pg from 'pg'
import { type Context, transact } from '#platform/context'

/**
 * Gives the shop's account of a login to another person, in the caller's transaction: nothing of what was put there before is
 * theirs. `name`: what the account is called from now on.
 */
export type EmptyAccount = (ctx: Context, login: { issuer: string; subject: string; name: string }) => Promise<void>

export type TakeoverParts = { issuer: string; emptyAccount: EmptyAccount }

/**
 * Attack: pre-hijacking, an account made with somebody else's address before its owner comes.
 * Voids every way in that somebody made with an address that they never confirmed, empties what they put into the shop, and
 * confirms the address: all at once, so that no moment has a confirmed address with a stranger's password or basket. Held by
 * `privacy/takeover.server.test.ts`, "takes an address over from a stranger who never confirmed it" in
 * `google/google.server.test.ts` and "of an unconfirmed address voids everything that whoever typed it first has made" in
 * `test/journeys/password.test.ts`. To be called in a transaction: the user's row is held first, so that a passkey that is
 * just being added is either seen here or refused there.
 */
export async function takeOver(
  ctx: Context,
  { issuer, emptyAccount }: TakeoverParts,
  { userId, name }: { userId: string; name: string },
): Promise<void> {
  await sql`select from identity."user" where "id" = ${userId} for update`.execute(ctx.db)
  // Before the address is confirmed, which holds the account's row: orders come first.
  await emptyAccount(ctx, { issuer, subject: userId, name })
  await sql`
    with ended as (delete from identity."session" where "userId" = ${userId}),
      voided as (delete from identity."account" where "userId" = ${userId}),
      lost as (delete from identity."passkey" where "userId" = ${userId}),
      unasked as (delete from identity."twoFactor" where "userId" = ${userId}),
      unopened as (delete from identity."mailedLink" where "userId" = ${userId}),
      unanswered as (delete from identity."verification" where "value" = ${userId})
    update identity."user" set "emailVerified" = true, "twoFactorEnabled" = false, "name" = ${name}, "updatedAt" = now()
    where "id" = ${userId}`.execute(ctx.db)
}

/** What an account is called whose name was a stranger's word. */
export const nameFrom = (email: string): string => email.split('@', 1)[0] ?? email

export type Mailbox = { email: string; name: string; providerId: string; providerSubject: string }

/**
 * The provider says that this mailbox is theirs, so a user who typed its address first and never confirmed it makes way.
 * Not one whose only way in is this very account of the provider's: that one is confirmed by the sign-in itself.
 */
export async function claimMailbox(
  ctx: Context,
  parts: TakeoverParts,
  { email, name, providerId, providerSubject }: Mailbox,
): Promise<void> {
  await transact(ctx, async ctx => {
    const { rows } = await sql<{ id: string }>`
      select "id" from identity."user" where "email" = ${email} and not "emailVerified" and not exists (
        select from identity."account" where "providerId" = ${providerId} and "accountId" = ${providerSubject})
      for update`.execute(ctx.db)
    for (const { id: userId } of rows) await takeOver(ctx, parts, { userId, name })
  })
}

type Credential = { id: string; password: string | null }

/** A user, with the hash of the password that opens the account, if one does; by one statement, whoever it is. */
export async function credentialOf(pool: pg.Pool, by: 'id' | 'email', value: string): Promise<Credential | undefined> {
  const { rows } = await pool.query<Credential>(
    `select "user"."id", "password" from "user"
    left join "account" on "userId" = "user"."id" and "providerId" = 'credential' where "user"."${by}" = $1`,
    [value],
  )
  return rows[0]
}

/** Whether a password opens this user's account. */
export const hasPassword = async (pool: pg.Pool, userId: string): Promise<boolean> =>
  Boolean((await credentialOf(pool, 'id', userId))?.password)
