import type pg from 'pg'
import type { IdentitySession, WhichSessions } from '../port.server.ts'

/** Deletes a user of the embedded identity service; passwords, links to other services and sessions go with it. */
export async function deleteUser(pool: pg.Pool, subject: string): Promise<void> {
  // One statement: whoever dies half-way has a user who is still whole.
  await pool.query(
    `with asked as (delete from "verification" where "value" = $1 or strpos("value", '"' || $1 || '"') > 0)
    delete from "user" where "id" = $1`,
    [subject],
  )
}

/** The sessions that are open, newest first. */
export async function sessionsOf(pool: pg.Pool, subject: string): Promise<IdentitySession[]> {
  const { rows } = await pool.query<IdentitySession>(
    `select "id", "createdAt" as "startedAt", "expiresAt" as "endsAt", nullif("ipAddress", '') as "address",
      nullif("userAgent", '') as "browser"
    from "session" where "userId" = $1 and "expiresAt" > now() order by "createdAt" desc`,
    [subject],
  )
  return rows
}

/** Ends sessions. What they have open in the shop ends with them: a trigger of the table sees to it. */
export async function endSessions(pool: pg.Pool, subject: string, which: WhichSessions): Promise<void> {
  const [clause, id] = 'only' in which ? ['"id" = $2', which.only] : ['"id" <> $2', which.allBut]
  await pool.query(`delete from "session" where "userId" = $1 and ${clause}`, [subject, id])
}
