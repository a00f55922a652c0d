import { sql } from 'kysely'
import { type Context, newId, transact } from '#platform/context'
import { audit } from '#platform/audit'
import type { Columns } from '#platform/database'
import { hasJob } from '#platform/jobs/sent'
import { importsQueue } from './progress/queue.server.ts'
import { queueImportMail, queueNotDone } from './mail/mail.server.ts'
import { markIds, resolveWaiting, spansOf } from './commit/fitment.server.ts'
import { inTurn, isTurnFree } from './commit/commit.server.ts'
import { type ImportRow } from './row.server.ts'
import { countRows, dropStaging } from './staging/staging.server.ts'
import { stagingLock } from './preview/stage.server.ts'
import { noCounts } from './import.rules.ts'
import { importFailures } from './failures.texts.ts'
import { dropReadFiles } from './files/uploads.server.ts'
import { dropRefused } from './refused/refused.server.ts'

/** What was read and never committed, and rows that did not go in, are kept for so many days. */
const waitDays = 30

/**
 * Clears up behind imports: those whose process has died are failed, those that nobody committed are cancelled, tables
 * that no import waits for are dropped, files that were sent to the page are removed. Returns how many were found dead.
 */
export async function tidyImports(ctx: Context): Promise<number> {
  // A command holds its lock as long as it lives; what the page began is taken up by its job, unless that gave up.
  const { rows } = await sql<ImportRow>`
    select * from import where state = 'staging'
      and (origin = 'command' or created_at < ${ctx.now()}::timestamptz - interval '1 hour') and not ${await waitsForJob(ctx)}`.execute(
    ctx.db,
  )
  let count = 0
  for (const row of rows) if (await failIfDead(ctx, row)) count += 1
  await cancelOld(ctx)
  await dropLeftovers(ctx)
  await dropReadFiles(ctx)
  await dropRefused(ctx, new Date(ctx.now().getTime() - waitDays * 86_400_000))
  return count
}

/** Whether an import has its turn yet to come. */
const waitsForJob = (ctx: Context) => hasJob(ctx.db, importsQueue, sql.ref('import.id'))

function failIfDead(ctx: Context, row: ImportRow): Promise<boolean> {
  const { dead } = importFailures
  return transact(ctx, async ctx => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${stagingLock}::integer, ${row.number}::integer) as free`.execute(ctx.db)
    if (!rows[0]?.free) return false
    const { numAffectedRows } = await sql`
      update import set state = 'failed', failure = ${dead}, ended_at = ${ctx.now()}
      where id = ${row.id} and state = 'staging'`.execute(ctx.db)
    if (!numAffectedRows) return false
    await queueImportMail(ctx, { id: row.id, cause: 'failed', why: dead })
    return true
  })
}

/**
 * What was asked for, and whose job is lost, can be asked for anew; what nobody commits is cancelled. Not while anybody commits:
 * he may have the very rows in hand.
 */
function cancelOld(ctx: Context): Promise<void> {
  return transact(ctx, async ctx => {
    if (!(await isTurnFree(ctx))) return
    const { rows } = await sql<Columns<'import', 'id' | 'asked_at'>>`
      update import set asked = null, failure = ${importFailures.forgotten}
      where asked is not null
        and coalesce(asked_at, created_at) < ${ctx.now()}::timestamptz - interval '1 hour'
        and not ${await waitsForJob(ctx)}
      returning id, asked_at`.execute(ctx.db)
    for (const row of rows) await queueNotDone(ctx, row, importFailures.forgotten)
    await sql`
      update import set state = 'cancelled', ended_at = ${ctx.now()}
      where state = 'staged' and asked is null
        and created_at < ${ctx.now()}::timestamptz - make_interval(days => ${waitDays})`.execute(ctx.db)
  })
}

async function dropLeftovers(ctx: Context): Promise<void> {
  const { rows } = await sql<Columns<'import', 'number'>>`
    select distinct import.number from pg_tables join import on pg_tables.tablename = 'fitment_' || import.number
    where pg_tables.schemaname = 'import_staging' and import.state not in ('staging', 'staged')`.execute(ctx.db)
  for (const { number } of rows) await dropStaging(ctx, number)
}

/**
 * Applications that waited for a vehicle which the shop has got by now. They go in as an import of the shop's own, so
 * that it can be seen and undone. Returns how many.
 */
export function resolveVehicles(ctx: Context): Promise<number> {
  return transact(ctx, async ctx => {
    await inTurn(ctx)
    const isWaiting = await countRows(ctx, sql`select exists (select from unresolved_fitment)::integer as count`)
    if (!isWaiting) return 0
    const id = newId()
    await sql`savepoint before_resolving`.execute(ctx.db)
    await sql`
      insert into import (id, state, origin, source, options, files, counts, settled, actor_kind, actor_id, created_at, ended_at)
      values (${id}, 'committed', 'shop', 'Vehicles that have become known', '{}', '[]', '{}', nextval('import_settled'),
        ${ctx.actor.kind}, ${ctx.actor.id}, ${ctx.now()}, ${ctx.now()})`.execute(ctx.db)
    const first = await markIds(ctx)
    const { rows, sources } = await resolveWaiting(ctx, id)
    if (sources.length === 0) {
      await sql`rollback to savepoint before_resolving`.execute(ctx.db)
      return 0
    }
    const last = await markIds(ctx)
    const spans = spansOf(first, last, { fitment: rows, part_number: 0, supersession: 0, unresolved_fitment: 0 })
    const counts = { fitment: { ...noCounts(), added: rows } }
    await sql`update import set added = ${JSON.stringify({ ...spans, sources })}, counts = ${JSON.stringify(counts)}
      where id = ${id}`.execute(ctx.db)
    await audit(ctx, { action: 'import.committed', subject: { kind: 'import', id }, after: { resolved: rows } })
    return rows
  })
}
