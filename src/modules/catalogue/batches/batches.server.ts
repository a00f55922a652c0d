import { sql } from 'kysely'
import type { Handlers, WaitingFile } from '#kernel/endpoint'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import { FileGone, dropFile, needFile, withFile } from '#platform/files/waiting'
import { asAsker, askerColumns, asker } from '#platform/jobs/asked'
import { sendLostJobs } from '#platform/jobs/sent'
import type { ImageStore } from '#services/media'
import { refuse } from '../refusals.rules.ts'
import { finishBatch } from './apply.server.ts'
import type { PictureBatch, pictureBatchesContract } from './batches.contract.ts'
import { type BatchState, batchStates, isBatchWorking } from './batches.rules.ts'
import { planBatch } from './plan.server.ts'
import { listBatchRows, listBatches, readBatch } from './read.server.ts'
import { finishUndo } from './undo.server.ts'
import { inspectZip } from './zip.server.ts'

const queue = 'picture-batches'
const weekMs = 7 * 24 * 3600 * 1000

/** The calls of `batches.contract.ts`. */
export const pictureBatchesHandlers: Handlers<typeof pictureBatchesContract, Context> = {
  listPictureBatches: (ctx, { query }) => listBatches(ctx, query),
  beginPictureBatch: (ctx, { query, file }) => beginBatch(ctx, query.name ?? 'pictures.zip', file),
  getPictureBatch: (ctx, { params }) => readBatch(ctx, params.id),
  listPictureBatchRows: (ctx, { params, query }) => listBatchRows(ctx, params.id, query),
  commitPictureBatch: (ctx, { params }) => commitBatch(ctx, params.id),
  undoPictureBatch: (ctx, { params }) => undoBatch(ctx, params.id),
  cancelPictureBatch: (ctx, { params }) => cancelBatch(ctx, params.id),
}

/** The work on ZIPs of pictures, taken up again after a restart: a plan begins anew, a commit or an undo goes on behind its last one. */
export function defineBatchJobs(system: Context, store: ImageStore): void {
  const options = {
    does: 'Looks through ZIPs of pictures, puts the pictures to their tools, and takes them back.',
    retries: 20,
    atATime: 1,
    expireInSeconds: 4 * 3600,
  }
  system.jobs.define<{ id: string }>(queue, options, async ({ id }) => {
    const ctx = await asAsker(system, { table: 'picture_batch', id })
    const batch = await ctx.db.selectFrom('picture_batch').select('state').where('id', '=', id).executeTakeFirst()
    // One step: what leads to the next one sends a job of its own.
    if (batch?.state === 'planning') await planBatch(ctx, id)
    if (batch?.state === 'committing') await finishBatch({ ctx, store, id })
    if (batch?.state === 'undoing') await finishUndo(ctx, id)
  })
  system.jobs.repeat(
    'picture-batch-care',
    {
      cron: '41 * * * *',
      does: 'Takes up ZIPs of pictures whose job was lost; gives up those that nobody has committed for a week.',
    },
    () => careForBatches(system),
  )
}

/** A batch has the id of its ZIP. Refuses: not-a-zip, zip-too-large. */
async function beginBatch(
  ctx: Context,
  name: string,
  { id }: WaitingFile,
): Promise<{ insertedId: string; number: number }> {
  await withFile(ctx, id, ({ path }) => inspectZip(path))
  return transact(ctx, async ctx => {
    if (!(await needFile(ctx, id))) throw new FileGone(id)
    const { number } = await ctx.db
      .insertInto('picture_batch')
      .values({
        id,
        name,
        actor_kind: ctx.actor.kind,
        actor_id: ctx.actor.id,
        created_at: ctx.now(),
        ...askerColumns(ctx),
      })
      .returning('number')
      .executeTakeFirstOrThrow()
    const subject = { kind: 'picture-batch', id }
    await audit(ctx, { action: 'picture-batch.begun', subject, after: { number, name } })
    await ctx.jobs.send(ctx.db, queue, { id })
    return { insertedId: id, number }
  })
}

const commitBatch = (ctx: Context, id: string) =>
  goOn(ctx, id, { from: 'planned', to: 'committing', done: 'committed' })
const undoBatch = (ctx: Context, id: string) => goOn(ctx, id, { from: 'committed', to: 'undoing', done: 'undone' })

type Step = { from: BatchState; to: BatchState; done: BatchState }

/**
 * One state further, once; asked for again, it answers how it stands. While it is under way another job is sent: the first may
 * have been lost with a database that was restored. Refuses: picture-batch-gone, picture-batch-not-ready.
 */
function goOn(ctx: Context, id: string, { from, to, done }: Step): Promise<PictureBatch> {
  return transact(ctx, async ctx => {
    const state = await lockBatch(ctx, id)
    if (state === done) return readBatch(ctx, id)
    if (state !== from && state !== to) throw refuse('picture-batch-not-ready')
    await sql`update picture_batch set state = ${to}, ${asker(ctx)} where id = ${id}`.execute(ctx.db)
    await ctx.jobs.send(ctx.db, queue, { id })
    return readBatch(ctx, id)
  })
}

/** Refuses: picture-batch-gone, picture-batch-not-ready. */
function cancelBatch(ctx: Context, id: string): Promise<PictureBatch> {
  return transact(ctx, async ctx => {
    const state = await lockBatch(ctx, id)
    if (state === 'cancelled') return readBatch(ctx, id)
    if (state !== 'planned') throw refuse('picture-batch-not-ready')
    await sql`update picture_batch set state = 'cancelled', ended_at = ${ctx.now()} where id = ${id}`.execute(ctx.db)
    await dropFile(ctx, id)
    await audit(ctx, { action: 'picture-batch.cancelled', subject: { kind: 'picture-batch', id } })
    return readBatch(ctx, id)
  })
}

async function lockBatch(ctx: Context, id: string): Promise<BatchState> {
  const batch = await ctx.db
    .selectFrom('picture_batch')
    .select('state')
    .where('id', '=', id)
    .$narrowType<{ state: BatchState }>()
    .forUpdate()
    .executeTakeFirst()
  if (!batch) throw refuse('picture-batch-gone')
  return batch.state
}

/**
 * A second job for a ZIP finds each picture crossed off that is put in or taken back; of two that look through one, whichever ends
 * first writes it down.
 */
export async function careForBatches(ctx: Context): Promise<void> {
  await giveUpOldBatches(ctx)
  await sendLostJobs(ctx, { table: 'picture_batch', states: batchStates.filter(isBatchWorking), queue })
}

/** Those that nobody has committed: the ZIP goes, what was seen of it stays. */
async function giveUpOldBatches(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - weekMs)
  await sql`
    with given_up as (
      update picture_batch set state = 'cancelled', ended_at = ${ctx.now()}
      where ended_at is null and created_at < ${before} and state in ('planning', 'planned') returning id
    )
    delete from waiting_file where id in (select id from given_up)`.execute(ctx.db)
}
