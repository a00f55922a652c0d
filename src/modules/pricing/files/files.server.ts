import { sql } from 'kysely'
import type { Handlers, InputOf } from '#kernel/endpoint'
import type { TableChoices } from '#kernel/tables/read-table'
import { choicesIn } from '#kernel/tables/table-body'
import { type Context, newId, transact } from '#platform/context'
import { askerColumns, asker } from '#platform/jobs/asked'
import { tableOf } from '#platform/files/tables'
import { FileGone, needFile } from '#platform/files/waiting'
import { currencyOf } from '../lists/entries.server.ts'
import { requireShopCurrency } from '../lists/terms.server.ts'
import { lockList } from '../lists/write.server.ts'
import { refuse } from '../refusals.rules.ts'
import { exportPieces, exportRows, exportWorkbook, readUnnamed } from './export.server.ts'
import type { PriceFile, PriceFileAnswer, priceFilesContract } from './files.contract.ts'
import { type PriceFileState, priceFile } from './files.rules.ts'
import { priceFileTexts } from './files.texts.ts'
import { priceFilesQueue, takeIn } from './jobs.server.ts'
import { type Plan, type PlannedFile, keepPlan } from './plan.server.ts'
import { listFileEntries, readFile, readFiles } from './read-files.server.ts'
import { stageFile } from './stage.server.ts'

export const priceFilesHandlers: Handlers<typeof priceFilesContract, Context> = {
  previewPriceFile: (ctx, { params: { id }, query, file }) =>
    transact(ctx, async ctx => {
      const { id: fileId, plan } = await planAtOnce(ctx, id, {
        file,
        choices: choicesIn(query),
        currency: requireShopCurrency(ctx, await currencyOf(ctx, id)),
      })
      await sql`delete from price_file where id = ${fileId}`.execute(ctx.db)
      return answerOf(plan)
    }),
  importPriceFile: (ctx, { params: { id }, query, file }) => importFile(ctx, id, { file, choices: choicesIn(query) }),
  sendPriceFile: (ctx, input) => sendFile(ctx, input),
  listPriceFiles: (ctx, { params }) => readFiles(ctx, params.id),
  listPriceFileEntries: (ctx, { params, query }) => listFileEntries(ctx, params.id, query),
  commitPriceFile: (ctx, { params }) => goOn(ctx, params.id, { from: 'planned', to: 'committing', done: 'committed' }),
  undoPriceFile: (ctx, { params }) => goOn(ctx, params.id, { from: 'committed', to: 'undoing', done: 'undone' }),
  exportPriceFile: (ctx, { params: { id }, query }) => exportRows(ctx, id, query),
  readPriceListFile: (ctx, { params: { id }, query }) => exportPieces(ctx, id, query.language),
  readPriceListWorkbook: (ctx, { params: { id }, query }) => exportWorkbook(ctx, id, query.language),
  listUnnamedEntries: (ctx, { params: { id } }) => readUnnamed(ctx, id),
}

const answerOf = ({ rows, added, changed, unchanged, refused, problems }: Plan): PriceFileAnswer => ({
  rows,
  added,
  changed,
  unchanged,
  refused,
  problems,
})

/** Writes down that there is a file, of which nothing has been read. */
async function addFile(
  ctx: Context,
  { id, listId, replaces }: PlannedFile,
  { name, choices }: { name: string; choices: TableChoices },
): Promise<void> {
  const { asked_actor_kind: kind, asked_actor_id: by } = askerColumns(ctx)
  await sql`
    insert into price_file (id, list_id, name, replaces, choices, state, rows, added, changed, removed, unchanged, refused, problems,
      read_share, asked_actor_kind, asked_actor_id, created_at)
    values (${id}, ${listId}, ${name}, ${replaces}, ${JSON.stringify(choices)}, 'reading', 0, 0, 0, 0, 0, 0, '[]', 0,
      ${kind}, ${by}, ${ctx.now()})`.execute(ctx.db)
}

type SentFile = { file: Uint8Array; choices: TableChoices }

/** Reads a short file within the caller's transaction. */
async function planAtOnce(ctx: Context, listId: string, { file, choices, currency }: SentFile & { currency: string }) {
  const id = newId()
  const planned = { id, listId, replaces: false }
  await addFile(ctx, planned, { name: '', choices })
  const source = tableOf(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  const rows = { most: priceFile.rowsAtOnce, tooMany: priceFileTexts.tooManyAtOnce(priceFile.rowsAtOnce) }
  await stageFile(ctx, { id, currency }, { source, choices, rows })
  const plan = await keepPlan(ctx, planned)
  await sql`delete from price_file_row where file_id = ${id}`.execute(ctx.db)
  return { id, plan }
}

/**
 * Takes a file into a list, in one transaction: whoever sends it twice, or another one at once, comes after the first. Refuses:
 * price-list-gone, price-list-other-currency, price-file-refused where a row cannot be taken, and fields: a file that cannot be read.
 */
function importFile(ctx: Context, listId: string, sent: SentFile): Promise<PriceFileAnswer> {
  return transact(ctx, async ctx => {
    const { id, plan } = await planAtOnce(ctx, listId, {
      ...sent,
      currency: requireShopCurrency(ctx, await lockList(ctx, listId)),
    })
    if (plan.refused > 0) throw refuse('price-file-refused', { rows: plan.refused })
    if (plan.added + plan.changed > 0) await takeIn(ctx, id, listId)
    else await sql`delete from price_file where id = ${id}`.execute(ctx.db)
    return answerOf(plan)
  })
}

type Sent = InputOf<typeof priceFilesContract.sendPriceFile>

/** A job reads it: it has the id under which it waits. Refuses: price-list-gone, price-list-other-currency. */
function sendFile(ctx: Context, { params, query, file: { id } }: Sent): Promise<PriceFile> {
  return transact(ctx, async ctx => {
    requireShopCurrency(ctx, await currencyOf(ctx, params.id))
    if (!(await needFile(ctx, id))) throw new FileGone(id)
    await addFile(
      ctx,
      { id, listId: params.id, replaces: query.replaces === 'yes' },
      {
        name: query.name ?? '',
        choices: choicesIn(query),
      },
    )
    await ctx.jobs.send(ctx.db, priceFilesQueue, { id })
    return readFile(ctx, id)
  })
}

type Step = { from: PriceFileState; to: PriceFileState; done: PriceFileState }

/**
 * Has a job do the next step, once; asked for again, it answers how the file stands, without waiting for the job. Refuses:
 * price-file-gone, price-list-gone, price-list-other-currency, price-file-refused, price-file-not-ready.
 */
async function goOn(ctx: Context, id: string, { from, to, done }: Step): Promise<PriceFile> {
  const { state, refused, listId } = await readFile(ctx, id)
  const currency = await currencyOf(ctx, listId)
  if (to === 'committing') requireShopCurrency(ctx, currency)
  if (state !== from && state !== to && state !== done) throw refuse('price-file-not-ready')
  if (state === 'planned' && refused > 0) throw refuse('price-file-refused', { rows: refused })
  return transact(ctx, async ctx => {
    const { rows } = await sql`
      update price_file set state = ${to}, ${asker(ctx)} where id = ${id} and state = ${from} returning id`.execute(
      ctx.db,
    )
    if (rows.length > 0) await ctx.jobs.send(ctx.db, priceFilesQueue, { id })
    return readFile(ctx, id)
  })
}
