import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '#platform/database'

/** The shop that takes the orders of the bench: buyers and tools with ids that a script can make from their number. */
export const benchId = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

export type BenchShop = { buyers: number; tools: number }

/** Buyers from 0, each logged in, and tools from 1, each with more units than a run can sell. */
export async function fillShop(db: Database, { buyers, tools }: BenchShop): Promise<void> {
  await sql`
    insert into account (id, issuer, subject, email, email_verified, display_name)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'bench', n::text, 'buyer-' || n || '@example.com',
      true, 'Buyer ' || n
    from generate_series(0, ${buyers}::integer - 1) n`.execute(db)
  await sql`
    insert into account_session (id, account_id, identity_session, last_seen_at, proven_at)
    select id, id, subject, now(), now() from account where issuer = 'bench'`.execute(db)
  await sql`
    insert into tool (id, name, description, price, on_hand, minimum_quantity)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Torque wrench ' || n, 'For the bench.', 2500,
      100000000, 1
    from generate_series(1, ${tools}::integer) n`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** A figure of orders per second means nothing where an order can be lost: every commit waits for the disk. */
export async function requireDurable(pool: pg.Pool): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit']) {
    const { rows } = await pool.query<Record<string, string>>(`show ${setting}`)
    if (rows[0]?.[setting] !== 'on') throw new Error(`${setting} is ${rows[0]?.[setting]}: these figures want it on`)
  }
}
