import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#kernel/access'
import { newId } from '#platform/context'
import type { Database } from '#platform/database'
import { accessTokens } from '#services/accounts'
import { secret } from './composed-shop.ts'

/** Somebody with an account and a token that is good at every shop on the database. */
export type Somebody = { accountId: string; email: string; token: string }

/** Many accounts at once, each signed in, without the passwords whose hashes would take most of a test's time. */
export async function createPeople(db: Database, count: number, role: Role = 'customer'): Promise<Somebody[]> {
  const tokens = accessTokens([secret])
  // Good for two hours and a quarter: a slow machine takes longer than a token lives.
  const soon = new Date(Date.now() + 2 * 3_600_000)
  const people: Somebody[] = []
  for (let index = 0; index < count; index++) {
    const [accountId, sessionId] = [newId(), newId()]
    const email = `${role}-${accountId}@example.com`
    await sql`
      with person as (
        insert into account (id, issuer, subject, email, email_verified, display_name, role)
        values (${accountId}, 'test', ${accountId}, ${email}, true, 'Test Person', ${role}) returning id
      )
      insert into account_session (id, account_id, identity_session, last_seen_at)
      select ${sessionId}, id, ${randomUUID()}, now() from person`.execute(db)
    const { token } = tokens.sign({ accountId, sessionId }, soon)
    people.push({ accountId, email, token })
  }
  return people
}
