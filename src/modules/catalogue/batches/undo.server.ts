import { sql } from 'kysely'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { type StoredPictures, readBehind, writeBehind } from '../pictures/pictures.server.ts'
import { endWork, leaveUnpermitted, noteRow } from './apply.server.ts'
import type { BatchProblem } from './batches.texts.ts'

/**
 * Takes the pictures of a batch from their tools again, one by one, the last first: each is taken away and crossed off in one
 * transaction. What died half-way goes on behind the last one; a picture that somebody has changed since stays.
 */
export async function finishUndo(ctx: Context, id: string): Promise<void> {
  await leaveUnpermitted(ctx, id, { open: 'added', ended: 'left' })
  const { rows } = await sql<Columns<'picture_batch_row', 'n'> & Columns<'picture_batch', 'number'>>`
    select row.n, batch.number from picture_batch batch join picture_batch_row row on row.batch_id = batch.id
    where batch.id = ${id} and batch.state = 'undoing' and row.state = 'added' order by row.n desc`.execute(ctx.db)
  for (const { n, number } of rows) await transact(ctx, ctx => takePicture(ctx, { batch: id, number, n }))
  await endWork(ctx, id, { from: 'undoing', to: 'undone', open: 'added' })
}

type Taking = { batch: string; number: number; n: number }
type Row = Columns<'picture_batch_row', 'tool_id' | 'picture_id' | 'is_first'> & { tool_id: string }

async function takePicture(ctx: Context, { batch, number, n }: Taking): Promise<void> {
  const { rows } = await sql<Row>`
    select tool_id, picture_id, is_first from picture_batch_row
    where batch_id = ${batch} and n = ${n} and state = 'added' for update`.execute(ctx.db)
  const [row] = rows
  if (!row) return
  const problem = await detach(ctx, row, number)
  await noteRow(ctx, { batch, n }, problem ? { state: 'left', problem } : { state: 'undone' })
}

/** Why the picture stays, where it does. Other pictures, and other facts of the tool, may have changed. */
async function detach(
  ctx: Context,
  { tool_id: toolId, picture_id: picture, is_first: wasFirst }: Row,
  number: number,
): Promise<BatchProblem | undefined> {
  if (picture === null) return 'picture-unnoted'
  const tool = await ctx.db
    .selectFrom('tool')
    .select(['image_id', 'image_alt'])
    .where('id', '=', toolId)
    .where('archived_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!tool) return 'tool-gone'
  const behind = await readBehind(ctx, toolId)
  const isFirst = tool.image_id === picture
  const alt = isFirst ? tool.image_alt : behind.find(({ image_id }) => image_id === picture)?.alt
  if (alt === undefined) return 'picture-gone'
  if (alt !== '' || isFirst !== wasFirst) return 'picture-changed'
  await writeWithout(ctx, toolId, { picture, isFirst, behind })
  const trail = { before: { picture }, after: { reason: `Pictures ${number} undone` } }
  await audit(ctx, { action: 'tool.changed', subject: { kind: 'tool', id: toolId }, ...trail })
  return undefined
}

type Without = { picture: string; isFirst: boolean; behind: StoredPictures['pictures'] }

/** What stood behind the first one moves up in its place. */
async function writeWithout(ctx: Context, toolId: string, { picture, isFirst, behind }: Without): Promise<void> {
  const [next, ...others] = behind
  await writeBehind(ctx, toolId, isFirst ? others : behind.filter(({ image_id }) => image_id !== picture))
  await ctx.db
    .updateTable('tool')
    .set(({ eb }) => ({
      ...(isFirst && { image_id: next?.image_id ?? null, image_alt: next?.alt ?? '' }),
      version: eb('version', '+', 1),
      updated_at: ctx.now(),
    }))
    .where('id', '=', toolId)
    .execute()
}
