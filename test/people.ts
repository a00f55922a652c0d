import { sql } from 'kysely'
import { newId } from '#platform/context'
import type { Database } from '#platform/database'
import { accessTokens } from '#services/accounts'
import { secret } from './compose.ts'
import { bearer } from './factories.ts'

/** Somebody with an account and a token that is good at every shop on the database. */
export type Somebody = { accountId: string; email: string; token: string; headers: Record<string, string> }

/** Many accounts at once, each signed in, without the logins that would take most of a test's time. */
export async function createPeople(db: Database, count: number, role = 'customer'): Promise<Somebody[]> {
  const tokens = accessTokens([secret])
  // Good for two hours and a quarter: a slow machine takes longer than a token lives.
  const soon = new Date(Date.now() + 2 * 3_600_000)
  const people = Array.from({ length: count }, () => {
    const [accountId, sessionId] = [newId(), newId()]
    const { token } = tokens.sign({ accountId, sessionId }, soon)
    return { accountId, sessionId, email: `${role}-${accountId}@example.com`, token, headers: bearer(token) }
  })
  await sql`
    with person as (
      select * from unnest(${people.map(one => one.accountId)}::uuid[], ${people.map(one => one.sessionId)}::uuid[],
        ${people.map(one => one.email)}::text[]) as person (id, session, email)
    ), made as (
      insert into account (id, issuer, subject, email, email_verified, display_name, role)
      select id, 'test', id::text, email, true, 'Test Person', ${role} from person
    )
    insert into account_session (id, account_id, identity_session, last_seen_at, proven_at)
    select session, id, session::text, now(), now() from person`.execute(db)
  return people
}
