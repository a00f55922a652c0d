import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '#db/tables'
import type { Context } from '../context.server.ts'
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

type Lost = { table: keyof Tables; states: readonly string[]; queue: string }

/**
 * Sends the job again of each row that stands in one of these states and has none: its job was given up after the last try, or was not
 * in the backup that was restored. Where two look at once, each may send one: whichever comes second must find the work done.
 */
export async function sendLostJobs(ctx: Context, { table, states, queue }: Lost): Promise<void> {
  const rows = sql.table(table)
  const { rows: lost } = await sql<{ id: string }>`
    select id from ${rows} where state = any(${states}) and not ${await hasJob(ctx.db, queue, sql`${rows}.id`)}`.execute(
    ctx.db,
  )
  await ctx.jobs.sendEach(
    ctx.db,
    queue,
    lost.map(({ id }) => ({ id })),
  )
}
