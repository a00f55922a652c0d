import { sql } from 'kysely'
import { Refusal } from '#kernel/refusals'
import type { TableChoices } from '#kernel/tables/read-table'
import { type TableChoice, isTableChoice } from '#kernel/tables/table-problem'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { asAsker } from '#platform/jobs/asked'
import { tableAt } from '#platform/files/tables'
import { FileGone, dropFile, withFile } from '#platform/files/waiting'
import { requireRight } from '#services/accounts'
import { lockList } from '../lists/write.server.ts'
import { refuse } from '../refusals.rules.ts'
import { applyFile, takeBack } from './apply.server.ts'
import { type PriceFileState, priceFile } from './files.rules.ts'
import { priceFileTexts } from './files.texts.ts'
import { type PlannedFile, keepPlan } from './plan.server.ts'
import { stageFile } from './stage.server.ts'

export const priceFilesQueue = 'price-files'

/** The work on files of prices, taken up again after a restart: reading goes on behind its last row, the rest begins anew. */
export function definePriceFileJobs(system: Context): void {
  const options = {
    does: 'Reads files of prices, takes them into their lists and takes them back.',
    retries: 20,
    atATime: 1,
    expireInSeconds: 4 * 3600,
  }
  system.jobs.define<{ id: string }>(priceFilesQueue, options, async ({ id }) =>
    workOnFile(await asAsker(system, { table: 'price_file', id }), id),
  )
  system.jobs.repeat(
    'price-file-care',
    { cron: '49 * * * *', does: 'Takes up files of prices whose job was lost; clears up behind those that were read.' },
    () => careForFiles(system),
  )
}

type Work = (ctx: Context, file: PlannedFile) => Promise<void>
const works = new Map<string, Work>([
  ['reading', readSentFile],
  ['committing', commitRead],
  ['undoing', undoCommitted],
])

/** One step: what leads to the next one sends a job of its own. A step that is done already is not done again. */
export async function workOnFile(ctx: Context, id: string): Promise<void> {
  const file = await ctx.db
    .selectFrom('price_file')
    .select(['state', 'list_id as listId', 'replaces'])
    .where('id', '=', id)
    .executeTakeFirst()
  const work = file && works.get(file.state)
  if (!work) return
  try {
    await requireRight(ctx, 'prices')
    await work(ctx, { id, ...file })
  } catch (error) {
    const failure = error instanceof FileGone ? { sentence: priceFileTexts.missing, asks: null } : failureOf(error)
    if (failure === undefined) throw error
    await failFile(ctx, id, failure)
  }
}

/** `asks`: what the file leaves open for somebody to say. */
type Failure = { sentence: string; asks: TableChoice | null }

/** What a refusal says of the file as a whole; undefined for what is no fault of it. */
function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof Refusal)) return undefined
  const [first] = error.errors
  return { sentence: first?.message ?? error.message, asks: first && isTableChoice(first.field) ? first.field : null }
}

/** Nothing of it was taken, and why is kept. */
async function failFile(ctx: Context, id: string, { sentence, asks }: Failure): Promise<void> {
  await transact(ctx, async ctx => {
    await sql`
      with failed as (
        update price_file set state = 'failed', failure = ${sentence}, asks = ${asks}, ended_at = ${ctx.now()}
        where id = ${id} and state in ('reading', 'committing') returning id
      )
      delete from price_file_entry where file_id in (select id from failed)`.execute(ctx.db)
    // What was not taken back stays in the list.
    await sql`
      update price_file set state = 'committed', failure = ${sentence} where id = ${id} and state = 'undoing'`.execute(
      ctx.db,
    )
    await dropFile(ctx, id)
  })
  await dropRows(ctx)
}

async function readSentFile(ctx: Context, file: PlannedFile): Promise<void> {
  const { id, listId } = file
  const { currency } = await ctx.db
    .selectFrom('price_list')
    .select('currency')
    .where('id', '=', listId)
    .executeTakeFirstOrThrow()
  const { choices } = await ctx.db
    .selectFrom('price_file')
    .select('choices')
    .where('id', '=', id)
    .$narrowType<{ choices: TableChoices }>()
    .executeTakeFirstOrThrow()
  const isRead = await withFile(ctx, id, async ({ path }) => {
    await using table = tableAt(path)
    const rows = { most: priceFile.rows, tooMany: priceFileTexts.tooManyRows(priceFile.rows) }
    return stageFile(ctx, { id, currency }, { source: table.source, choices, rows })
  })
  if (!isRead) return
  await transact(ctx, async ctx => {
    if (await lockFile(ctx, id, 'reading')) await keepPlan(ctx, file)
  })
  await transact(ctx, ctx => showPlan(ctx, file))
  await dropRows(ctx)
}

/** Of the files that are looked at, a list has one: the one that was sent last. */
async function showPlan(ctx: Context, { id, listId }: PlannedFile): Promise<void> {
  await lockList(ctx, listId)
  if (!(await lockFile(ctx, id, 'reading'))) return
  await dropFile(ctx, id)
  const number = sql`(select number from price_file where id = ${id})`
  const { rows: later } = await sql`
    select from price_file where list_id = ${listId} and number > ${number} and state in ('planned', 'committing', 'committed')`.execute(
    ctx.db,
  )
  if (later.length > 0) {
    await sql`delete from price_file where id = ${id}`.execute(ctx.db)
    return
  }
  await sql`
    delete from price_file where list_id = ${listId} and number < ${number} and state in ('planned', 'failed')`.execute(
    ctx.db,
  )
  await sql`update price_file set state = 'planned', read_share = 1 where id = ${id}`.execute(ctx.db)
}

/** All of a file, in one transaction: whoever dies half-way has changed nothing. */
function commitRead(ctx: Context, { id, listId }: PlannedFile): Promise<void> {
  return transact(ctx, async ctx => {
    await lockList(ctx, listId)
    if (await lockFile(ctx, id, 'committing')) await takeIn(ctx, id, listId)
  })
}

/** Takes in what was kept of a file. What came in before it stays from now on, so that one file at most can be taken back. */
export async function takeIn(ctx: Context, id: string, listId: string): Promise<void> {
  if (!(await applyFile(ctx, id, listId))) throw refuse('price-file-outdated')
  await sql`
    with settled as (
      update price_file set state = 'settled' where list_id = ${listId} and state = 'committed' returning id
    )
    delete from price_file_entry where file_id in (select id from settled)`.execute(ctx.db)
  const counts = await ctx.db
    .updateTable('price_file')
    .set({ state: 'committed', ended_at: ctx.now() })
    .where('id', '=', id)
    .returning(['rows', 'added', 'changed', 'removed'])
    .executeTakeFirst()
  await audit(ctx, {
    action: 'price-list.imported',
    subject: { kind: 'price-list', id: listId },
    after: { file: id, ...counts },
  })
}

function undoCommitted(ctx: Context, { id, listId }: PlannedFile): Promise<void> {
  return transact(ctx, async ctx => {
    // Of a list that was removed meanwhile, too: it may be restored.
    await sql`select from price_list where id = ${listId} for no key update`.execute(ctx.db)
    if (!(await lockFile(ctx, id, 'undoing'))) return
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
  })
}

/** False: another process has done this step, or the file is gone. */
async function lockFile(ctx: Context, id: string, state: PriceFileState): Promise<boolean> {
  const { rows } = await sql`select from price_file where id = ${id} and state = ${state} for update`.execute(ctx.db)
  return rows.length > 0
}

/** The rows of files that have been read: what they do is kept by product. */
const dropRows = (ctx: Context) =>
  sql`
    delete from price_file_row where file_id in (
      select id from price_file where state <> 'reading' and exists (select from price_file_row where file_id = id)
    )`.execute(ctx.db)

/** A second job for a file whose first one lives finds its work done, or waits for it. */
export async function careForFiles(ctx: Context): Promise<void> {
  await dropRows(ctx)
  const { rows } = await sql<Columns<'price_file', 'id'>>`
    select id from price_file where state in ('reading', 'committing', 'undoing')
      and created_at < ${ctx.now()}::timestamptz - interval '1 hour'`.execute(ctx.db)
  for (const { id } of rows) await ctx.jobs.send(ctx.db, priceFilesQueue, { id })
}
