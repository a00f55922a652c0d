import { sql } from 'kysely'
import { newId } from '#platform/context'
import type { Database } from '#platform/database'
import { type Buyer, accessTokens } from '#services/accounts'
import { secret } from './compose.ts'
import { bearer } from '../factories.ts'

/** Somebody with an account and a token that is good at every shop on the database. */
export type Somebody = { accountId: string; email: string; token: string; headers: Record<string, string> }

/** Many accounts at once, each signed in, without the logins that would take most of a test's time. */
export async function createPeople(db: Database, count: number, role = 'customer'): Promise<Somebody[]> {
  const ids = Array.from({ length: count }, () => newId())
  await sql`
    insert into account (id, issuer, subject, email, email_verified, display_name, role)
    select id, 'test', id::text, ${role} || '-' || id || '@example.com', true, 'Test Person', ${role}
    from unnest(${ids}::uuid[]) as person (id)`.execute(db)
  return signIn(
    db,
    ids.map(accountId => ({ accountId, companyId: null })),
  )
}

/** Accounts that are there, signed in, each for its company if it has one, and with confirmed addresses. */
export async function signIn(db: Database, buyers: readonly Buyer[]): Promise<Somebody[]> {
  const tokens = accessTokens([secret])
  const accountIds = buyers.map(({ accountId }) => accountId)
  // Good for two hours and a quarter: a slow machine takes longer than a token lives.
  const soon = new Date(Date.now() + 2 * 3_600_000)
  const { rows } = await sql<{ email: string; session: string }>`
    with session as (
      select * from unnest(${accountIds}::uuid[], ${buyers.map(({ companyId }) => companyId)}::uuid[],
        ${buyers.map(() => newId())}::uuid[]) with ordinality as session (account_id, company_id, id, place)
    ), opened as (
      insert into account_session (id, account_id, company_id, identity_session, last_seen_at, proven_at)
      select id, account_id, company_id, id::text, now(), now() from session
    ), confirmed as (
      update account set email_verified = true from session where account.id = account_id returning account.id, email
    )
    select email, session.id as session from session join confirmed on confirmed.id = account_id order by place`.execute(
    db,
  )
  return rows.map(({ email, session: sessionId }, at) => {
    const accountId = accountIds[at] ?? ''
    const { token } = tokens.sign({ accountId, sessionId }, soon)
    return { accountId, email, token, headers: bearer(token) }
  })
}
