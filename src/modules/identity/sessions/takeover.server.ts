import type pg from 'pg'

/** A connection of the library's, or the transaction of one of the shop's own verbs. */
type Asked = { query(text: string, values: unknown[]): Promise<unknown> }

/**
 * Attack: pre-hijacking, an account made with somebody else's address before its owner comes.
 * Voids every way in that somebody made with an address that they never confirmed, and confirms it: all at once, so that
 * no moment has a confirmed address with a stranger's password. Held by "takes an address over from a stranger who never
 * confirmed it" in `google/google.server.test.ts` and "of an unconfirmed address voids everything that whoever typed it
 * first has made" in `test/journeys/password.test.ts`. To be called in a transaction: the user's row is held
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
