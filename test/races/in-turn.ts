import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database'
import { eventually } from '../eventually.ts'

/** Does this in a transaction, starts the others in turn, each when the one before it waits, and only then commits. */
export async function inTurn<T>(db: Database, held: RawBuilder<unknown>, others: (() => Promise<T>)[]): Promise<T[]> {
  const holder = await db.startTransaction().execute()
  await held.execute(holder)
  const started: Promise<T>[] = []
  try {
    for (const other of others) {
      started.push(other())
      await eventually(
        () => waitingForLocks(db),
        count => count === started.length,
      )
    }
  } finally {
    await holder.commit().execute()
  }
  return Promise.all(started)
}

/** How many connections wait for a lock; with a statement that begins like this, where one is named. */
export async function waitingForLocks(db: Database, statement = ''): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and starts_with(ltrim(query, E' \\n'), ${statement})`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Starts all of them at once, and waits for all. */
export const atOnce = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
