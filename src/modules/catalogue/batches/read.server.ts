import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { countRows, pageOf, pageSize } from '#platform/paging'
import { refuse } from '../refusals.rules.ts'
import type { PictureBatch, PictureBatchRow } from './batches.contract.ts'
import { type BatchRowState, batchRowStates } from './batches.rules.ts'
import { type BatchProblem, batchProblems } from './batches.texts.ts'

const aPage = { usual: 25, most: 200 }
type Query = { limit?: number | undefined; after?: string | undefined }

/** Refuses: picture-batch-gone. */
export async function readBatch(ctx: Context, id: string): Promise<PictureBatch> {
  const [batch] = await selectBatches(ctx, sql`batch.id = ${id}`, 1)
  if (!batch) throw refuse('picture-batch-gone')
  return batch
}

export async function listBatches(ctx: Context, query: Query): Promise<Page<PictureBatch[]>> {
  const limit = pageSize(query.limit, aPage)
  const batches = await selectBatches(ctx, query.after ? sql`batch.id < ${query.after}` : sql`true`, limit + 1)
  return pageOf(batches, { limit, total: await countRows(ctx.db, sql`picture_batch`), after: last => last._id })
}

type BatchRow = Columns<'picture_batch', 'id' | 'number' | 'name' | 'state' | 'created_at'> &
  Pick<PictureBatch, 'state' | 'by'> & { counts: Partial<Record<BatchRowState, number>> }

async function selectBatches(ctx: Context, where: RawBuilder<unknown>, limit: number): Promise<PictureBatch[]> {
  const { rows } = await sql<BatchRow>`
    select batch.id, batch.number, batch.name, batch.state, batch.created_at,
      coalesce(account.email, batch.actor_kind) as by, counts.counts
    from (select * from picture_batch batch where ${where} order by id desc limit ${limit}) batch
      left join account on account.id = batch.actor_id
      cross join lateral (
        select coalesce(json_object_agg(state, files), '{}') as counts
        from (select state, count(*)::integer as files from picture_batch_row where batch_id = batch.id group by 1) files
      ) counts
    order by batch.id desc`.execute(ctx.db)
  const none = Object.fromEntries(batchRowStates.map(state => [state, 0])) as Record<BatchRowState, number>
  return rows.map(({ id, created_at, counts, ...batch }) => ({
    ...batch,
    _id: id,
    createdAt: created_at.toISOString(),
    counts: { ...none, ...counts },
  }))
}

type Row = Columns<'picture_batch_row', 'n' | 'name' | 'tool_id' | 'state' | 'problem'> &
  Columns<'tool', 'part_number'> & {
    tool_name: string | null
    state: BatchRowState
    problem: BatchProblem | null
  }

/** One page of the files of a ZIP. Refuses: picture-batch-gone. */
export async function listBatchRows(
  ctx: Context,
  id: string,
  query: Query & { state?: BatchRowState | undefined },
): Promise<Page<PictureBatchRow[]>> {
  await readBatch(ctx, id)
  const standsSo = query.state ? sql`and state = ${query.state}` : sql``
  const limit = pageSize(query.limit, aPage)
  const { rows } = await sql<Row>`
    select rows.n, rows.name, rows.tool_id, tool.name as tool_name, tool.part_number, rows.state, rows.problem
    from (
      select * from picture_batch_row
      where batch_id = ${id} ${standsSo} and n > ${Number(query.after ?? 0)} order by n limit ${limit + 1}
    ) rows left join tool on tool.id = rows.tool_id
    order by rows.n`.execute(ctx.db)
  const total = await countRows(ctx.db, sql`picture_batch_row where batch_id = ${id} ${standsSo}`)
  const page = pageOf(rows, { limit, total, after: last => String(last.n), query: { state: query.state } })
  return {
    ...page,
    items: page.items.map(({ n, name, state, problem, tool_id, tool_name, part_number }) => ({
      n,
      name,
      tool: tool_id && tool_name ? { _id: tool_id, name: tool_name, partNumber: part_number } : null,
      state,
      reason: problem && batchProblems[problem],
    })),
  }
}
