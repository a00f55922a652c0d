import { sql } from 'kysely'
import type { Handlers, InputOf } from '#kernel/endpoint'
import { audit } from '#platform/audit'
import { type Context, newId, transact } from '#platform/context'
import { currencyOf } from '../lists/entries.server.ts'
import { lockList } from '../lists/write.server.ts'
import { refuse } from '../refusals.rules.ts'
import { applyFile, takeBack } from './apply.server.ts'
import { exportRows } from './export.server.ts'
import type { PriceFile, PriceFileAnswer, priceFilesContract } from './files.contract.ts'
import { listFileEntries, readFile, readFiles } from './read-files.server.ts'
import { countRowsOfFile, plannedEntries, readProblems, stageFile } from './stage.server.ts'

export const priceFilesHandlers: Handlers<typeof priceFilesContract, Context> = {
  previewPriceFile: (ctx, { params: { id }, file }) =>
    transact(ctx, async ctx => {
      await stageFile(ctx, file, await currencyOf(ctx, id))
      return answerOf(await planFile(ctx, id, { replaces: false }))
    }),
  importPriceFile: (ctx, { params: { id }, file }) => importFile(ctx, id, file),
  sendPriceFile: (ctx, input) => sendFile(ctx, input),
  listPriceFiles: (ctx, { params }) => readFiles(ctx, params.id),
  listPriceFileEntries: (ctx, { params, query }) => listFileEntries(ctx, params.id, query),
  commitPriceFile: (ctx, { params }) => commitFile(ctx, params.id),
  undoPriceFile: (ctx, { params }) => undoFile(ctx, params.id),
  exportPriceFile: (ctx, { params: { id }, query }) => exportRows(ctx, id, query),
}

type Plan = PriceFileAnswer & { removed: number }

/** What the staged rows come to, by products. */
async function planFile(ctx: Context, listId: string, scope: { replaces: boolean }): Promise<Plan> {
  const { rows } = await sql<Pick<Plan, 'added' | 'changed' | 'removed' | 'unchanged'>>`
    select count(*) filter (where effect = 'added')::integer as added,
      count(*) filter (where effect = 'changed')::integer as changed,
      count(*) filter (where effect = 'removed')::integer as removed,
      count(*) filter (where effect = 'unchanged')::integer as unchanged
    from (${plannedEntries(listId, scope)}) planned`.execute(ctx.db)
  const [counts = { added: 0, changed: 0, removed: 0, unchanged: 0 }] = rows
  return { ...counts, ...(await countRowsOfFile(ctx)), problems: await readProblems(ctx) }
}

const answerOf = ({ rows, added, changed, unchanged, refused, problems }: Plan): PriceFileAnswer => ({
  rows,
  added,
  changed,
  unchanged,
  refused,
  problems,
})

type Kept = { listId: string; name: string; replaces: boolean }

/** Keeps what the staged rows would do, in place of what was looked at before; returns its id. */
async function keepPlan(ctx: Context, kept: Kept, plan: Plan): Promise<string> {
  const id = newId()
  const { listId, name, replaces } = kept
  const { rows, added, changed, removed, unchanged, refused, problems } = plan
  await sql`delete from price_file where list_id = ${listId} and state = 'planned'`.execute(ctx.db)
  await sql`
    insert into price_file (id, list_id, name, replaces, state, rows, added, changed, removed, unchanged, refused, problems,
      created_at)
    values (${id}, ${listId}, ${name}, ${replaces}, 'planned', ${rows}, ${added}, ${changed}, ${removed}, ${unchanged},
      ${refused}, ${JSON.stringify(problems)}::jsonb, ${ctx.now()})`.execute(ctx.db)
  await sql`
    insert into price_file_entry (file_id, tool_id, effect, before_froms, before_prices, before_minimum, before_multiple,
      after_froms, after_prices, after_minimum, after_multiple)
    select ${id}, planned.* from (${plannedEntries(listId, kept)}) planned where effect <> 'unchanged'`.execute(ctx.db)
  return id
}

/**
 * Takes a file into a list, in one transaction: whoever sends it twice, or another one at once, comes after the first. Refuses:
 * price-list-gone, price-file-refused where a row cannot be taken, and fields: a file that cannot be read.
 */
function importFile(ctx: Context, listId: string, file: Uint8Array): Promise<PriceFileAnswer> {
  return transact(ctx, async ctx => {
    await stageFile(ctx, file, await lockList(ctx, listId))
    const plan = await planFile(ctx, listId, { replaces: false })
    if (plan.refused > 0) throw refuse('price-file-refused', { rows: plan.refused })
    if (plan.added + plan.changed > 0) {
      await takeIn(ctx, await keepPlan(ctx, { listId, name: '', replaces: false }, plan), listId)
    }
    return answerOf(plan)
  })
}

type Sent = InputOf<typeof priceFilesContract.sendPriceFile>

function sendFile(ctx: Context, { params: { id: listId }, query, file }: Sent): Promise<PriceFile> {
  const scope = { listId, name: query.name ?? '', replaces: query.replaces === 'yes' }
  return transact(ctx, async ctx => {
    await stageFile(ctx, file, await lockList(ctx, listId))
    const id = await keepPlan(ctx, scope, await planFile(ctx, listId, scope))
    return readFile(ctx, id)
  })
}

/** Once: asked for again, it answers how the file stands. Refuses: price-file-gone, -refused, -not-ready, -outdated. */
function commitFile(ctx: Context, id: string): Promise<PriceFile> {
  return transact(ctx, async ctx => {
    const { state, refused, listId } = await lockFile(ctx, id)
    if (state === 'committed') return readFile(ctx, id)
    if (state !== 'planned') throw refuse('price-file-not-ready')
    if (refused > 0) throw refuse('price-file-refused', { rows: refused })
    await takeIn(ctx, id, listId)
    return readFile(ctx, id)
  })
}

/** Takes in what was kept of a file. What came in before it stays from now on, so that one file at most can be taken back. */
async function takeIn(ctx: Context, id: string, listId: string): Promise<void> {
  if (!(await applyFile(ctx, id, listId))) throw refuse('price-file-outdated')
  await sql`
    with settled as (
      update price_file set state = 'settled' where list_id = ${listId} and state = 'committed' returning id
    )
    delete from price_file_entry where file_id in (select id from settled)`.execute(ctx.db)
  const { rows } = await sql<{ rows: number; added: number; changed: number; removed: number }>`
    update price_file set state = 'committed', ended_at = ${ctx.now()} where id = ${id}
    returning rows, added, changed, removed`.execute(ctx.db)
  await audit(ctx, {
    action: 'price-list.imported',
    subject: { kind: 'price-list', id: listId },
    after: { file: id, ...rows[0] },
  })
}

function undoFile(ctx: Context, id: string): Promise<PriceFile> {
  return transact(ctx, async ctx => {
    const { state, listId } = await lockFile(ctx, id)
    if (state === 'undone') return readFile(ctx, id)
    if (state !== 'committed') throw refuse('price-file-not-ready')
    const leftAlone = await takeBack(ctx, id, listId)
    await sql`
      update price_file set state = 'undone', ended_at = ${ctx.now()}, left_alone = ${leftAlone} where id = ${id}`.execute(
      ctx.db,
    )
    await audit(ctx, {
      action: 'price-list.import-undone',
      subject: { kind: 'price-list', id: listId },
      after: { file: id, leftAlone },
    })
    return readFile(ctx, id)
  })
}

/** Its list is locked with it, in the order of the house: the list first. */
async function lockFile(ctx: Context, id: string): Promise<{ state: string; refused: number; listId: string }> {
  const known = await ctx.db.selectFrom('price_file').select('list_id').where('id', '=', id).executeTakeFirst()
  if (!known) throw refuse('price-file-gone')
  await lockList(ctx, known.list_id)
  const file = await ctx.db
    .selectFrom('price_file')
    .select(['state', 'refused', 'list_id as listId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!file) throw refuse('price-file-gone')
  return file
}
