import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#platform/database'
import { findViolations } from '../faults/invariants.ts'
import type { Told } from '../faults/patience.ts'
import { wind } from '../faults/queue.ts'

/** A shop whose customers have all finished; `disks` are the folders of its processes. */
type Closed = { url: string; db: Database; told: Told; disks: readonly string[] }

/** All that was acknowledged is there, once; what was queued has come to its end, and no rule is violated. */
export async function expectNothingLost({ url, db, told, disks }: Closed): Promise<void> {
  const clockwork = await wind(url, db)
  await clockwork.rest(300_000)
  await clockwork.stop()
  expect(await findViolations(db, told.orders)).toEqual([])
  // Everybody asked until they were told: what is there, somebody knows of.
  const orders = await sql<{ id: string }>`select id::text from orders`.execute(db)
  expect(orders.rows.map(({ id }) => id).toSorted()).toEqual(told.orders.toSorted())
  const paid = await sql`select from payment`.execute(db)
  expect(paid.rows).toHaveLength(told.paid)
  // A turn of recurring work that failed is made up for by the next.
  const failed = await sql`
    select name, output from pgboss.job where state = 'failed' and retry_limit > 0`.execute(db)
  expect(failed.rows).toEqual([])
  await expectMailToBeSent(db, disks)
}

/** Each mail of the queue is in some process's outbox, once by its id. */
async function expectMailToBeSent(db: Database, disks: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select data ->> 'id' as id from pgboss.job where name = 'mail'`.execute(db)
  const boxes = await Promise.all(disks.map(disk => readdir(join(disk, 'outbox')).catch(() => [])))
  const sent = new Set(boxes.flat().filter(name => !name.startsWith('.')))
  expect([...sent].toSorted()).toEqual(rows.map(({ id }) => `${id}.json`).toSorted())
}
