import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.server.ts'

/**
 * In a statement: whether a job of this queue waits, or is under way, whose data names this `id`. A shop that was never started has
 * no queue.
 */
export async function hasJob(db: Database, queue: string, id: RawBuilder<unknown>): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('pgboss.job') is not null as is`.execute(db)
  if (!rows[0]?.is) return sql`false`
  return sql`exists (
    select from pgboss.job where job.name = ${queue} and job.data ->> 'id' = ${id}::text
      and job.state in ('created', 'retry', 'active'))`
}
