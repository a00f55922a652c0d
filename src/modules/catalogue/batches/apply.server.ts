import { sql } from 'kysely'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { FileGone, dropFile } from '#platform/files/waiting'
import { beyondRights } from '#services/accounts'
import { type ImageStore, storePicture } from '#services/media'
import { toolLimits } from '../catalogue.rules.ts'
import { readBehind, writeBehind } from '../pictures/pictures.server.ts'
import type { BatchRowState, BatchState } from './batches.rules.ts'
import type { BatchProblem } from './batches.texts.ts'
import { problemOf } from './plan.server.ts'
import { type ZippedFile, withZip } from './zip.server.ts'

type Work = { ctx: Context; store: ImageStore; id: string }

/**
 * Puts the pictures of a batch to their tools, one by one: each is stored, then added and crossed off in one transaction. What died
 * half-way goes on behind the last one; a picture that its tool has already is not there twice.
 */
export async function finishBatch({ ctx, store, id }: Work): Promise<void> {
  await leaveUnpermitted(ctx, id, { open: 'matched', ended: 'refused' })
  const { rows } = await sql<Columns<'picture_batch_row', 'n' | 'entry'> & Columns<'picture_batch', 'number'>>`
    select row.n, row.entry, batch.number from picture_batch batch join picture_batch_row row on row.batch_id = batch.id
    where batch.id = ${id} and batch.state = 'committing' and row.state = 'matched' order by row.n`.execute(ctx.db)
  const add = async ({ n, number }: { n: number; number: number }, picture: Stored) =>
    transact(ctx, ctx => addPicture(ctx, { batch: id, number, n, picture }))
  if (rows.length > 0) {
    try {
      await withZip(ctx, id, async zipped => {
        const files = new Map(zipped.map(file => [file.at, file]))
        for (const row of rows) await add(row, await storeFile({ ctx, store, id }, files.get(row.entry)))
      })
    } catch (error) {
      if (!(error instanceof FileGone)) throw error
      for (const row of rows) await add(row, { problem: 'zip-gone' })
    }
  }
  await endBatch(ctx, id)
}

/** Whoever asked for it has lost the right since: what is not done yet stays as it is. */
export async function leaveUnpermitted(
  ctx: Context,
  id: string,
  { open, ended }: { open: BatchRowState; ended: BatchRowState },
): Promise<void> {
  if ((await beyondRights(ctx, [{ column: 'pictures', right: 'catalogue' }])).length === 0) return
  await sql`
    update picture_batch_row set state = ${ended}, problem = 'not-permitted' where batch_id = ${id} and state = ${open}`.execute(
    ctx.db,
  )
}

type Stored = string | { problem: BatchProblem }

/** The id of the picture, or why it is none: the beginning of a file may be sound, and the rest missing. */
async function storeFile({ ctx, store }: Work, file: ZippedFile | undefined): Promise<Stored> {
  const bytes = (await file?.read()) ?? 'unreadable'
  if (typeof bytes === 'string') return { problem: bytes }
  try {
    return await storePicture(ctx, store, bytes)
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

type Adding = { batch: string; number: number; n: number; picture: Stored }

async function addPicture(ctx: Context, { batch, number, n, picture }: Adding): Promise<void> {
  const { rows } = await sql<Columns<'picture_batch_row', 'tool_id'> & { tool_id: string }>`
    select tool_id from picture_batch_row where batch_id = ${batch} and n = ${n} and state = 'matched' for update`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) return
  const outcome: Outcome =
    typeof picture === 'string'
      ? await attach(ctx, { toolId: row.tool_id, picture, number })
      : { state: 'refused', ...picture }
  await noteRow(ctx, { batch, n }, outcome)
}

/** Writes down what became of a file. */
export async function noteRow(ctx: Context, { batch, n }: { batch: string; n: number }, outcome: Outcome) {
  await ctx.db.updateTable('picture_batch_row').set(outcome).where('batch_id', '=', batch).where('n', '=', n).execute()
}

export type Outcome =
  | { state: 'added'; picture_id: string; is_first: boolean }
  | { state: 'there' | 'undone' }
  | { state: 'refused' | 'left'; problem: BatchProblem }

type Attaching = { toolId: string; picture: string; number: number }

/** Behind what the tool has; the first of all, where it has none of its own. */
async function attach(ctx: Context, { toolId, picture, number }: Attaching): Promise<Outcome> {
  const tool = await ctx.db
    .selectFrom('tool')
    .select(['image_id', 'image_url'])
    .where('id', '=', toolId)
    .where('archived_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!tool) return { state: 'refused', problem: 'tool-gone' }
  const behind = await readBehind(ctx, toolId)
  if (tool.image_id === picture || behind.some(({ image_id }) => image_id === picture)) return { state: 'there' }
  const isFirst = tool.image_id === null && tool.image_url === null
  if (!isFirst && behind.length + 1 >= toolLimits.pictures) return { state: 'refused', problem: 'full' }
  if (!isFirst) await writeBehind(ctx, toolId, [...behind, { image_id: picture, alt: '' }])
  await ctx.db
    .updateTable('tool')
    .set(({ eb }) => ({
      ...(isFirst && { image_id: picture, image_alt: '' }),
      version: eb('version', '+', 1),
      updated_at: ctx.now(),
    }))
    .where('id', '=', toolId)
    .execute()
  const after = { picture, reason: `Pictures ${number}` }
  await audit(ctx, { action: 'tool.changed', subject: { kind: 'tool', id: toolId }, after })
  return { state: 'added', picture_id: picture, is_first: isFirst }
}

async function endBatch(ctx: Context, id: string): Promise<void> {
  await transact(ctx, async ctx => {
    if (await endWork(ctx, id, { from: 'committing', to: 'committed', open: 'matched' })) await dropFile(ctx, id)
  })
}

type End = { from: BatchState; to: BatchState; open: BatchRowState }

/** Ends a commit or an undo behind its last file, once; false where it is not over, or ended already. */
export function endWork(ctx: Context, id: string, { from, to, open }: End): Promise<boolean> {
  return transact(ctx, async ctx => {
    const { rows } = await sql`
      update picture_batch set state = ${to}, ended_at = ${ctx.now()}
      where id = ${id} and state = ${from}
        and not exists (select from picture_batch_row where batch_id = ${id} and state = ${open})
      returning id`.execute(ctx.db)
    if (rows.length === 0) return false
    const { rows: counts } = await sql<Columns<'picture_batch_row', 'state'> & { files: number }>`
      select state, count(*)::integer as files from picture_batch_row where batch_id = ${id} group by 1`.execute(ctx.db)
    const after = Object.fromEntries(counts.map(({ state, files }) => [state, files]))
    await audit(ctx, { action: `picture-batch.${to}`, subject: { kind: 'picture-batch', id }, after })
    return true
  })
}
