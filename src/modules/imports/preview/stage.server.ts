import { sql } from 'kysely'
import type pg from 'pg'
import { type ActorKind, type Context, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { beyondRights } from '#services/accounts'
import type { ImportFile } from '../files/file.server.ts'
import { atHand } from '../files/at-hand.server.ts'
import { makePlan } from '../plan/plan.server.ts'
import { rightsForPlan } from '../plan/rights.server.ts'
import type { Measured } from '../progress/progress.rules.ts'
import { type Telling, withProgress } from '../progress/progress.server.ts'
import { type BrandNames, type FileFacts, readFile } from '../files/read.server.ts'
import { type ImportOptions, type ImportRow, type StoredFile, readImport } from '../row.server.ts'
import { type RowCounts, sayWhatParts, tally } from '../files/table.server.ts'
import {
  FileProblem,
  type Problem,
  type RowKind,
  type UnreadOutcome,
  importLimits,
  isRefusedWhole,
  refusedRows,
  unreadOutcomes,
} from '../import.rules.ts'
import { isNote, problemCounts } from '../problems/problems.server.ts'
import { keepRefused } from '../refused/refused.server.ts'
import { queueImportMail } from '../mail/mail.server.ts'
import { cutText } from '../files/text.rules.ts'
import { dropReadFiles } from '../files/uploads.server.ts'
import { rowsAtOnce, stagedRows } from '../staging/staged-rows.server.ts'
import { createStaging, dropStaging } from '../staging/staging.server.ts'
import { sentenceOf } from '../problems/problems.texts.ts'

/** The database, and a way to connections of one's own: COPY and locks that outlive a statement need one. */
export type Importer = { ctx: Context; pool: pg.Pool; onProgress?: (progress: Measured) => void }

export type NewImport = {
  files: StoredFile[]
  options: ImportOptions
  source: string
  origin: 'page' | 'command'
}

/** Writes down that there is an import; nothing has been read yet. */
export async function beginImport(ctx: Context, input: NewImport): Promise<ImportRow> {
  const id = newId()
  const files = distinctlyNamed(input.files)
  await sql`
    insert into import (id, origin, source, source_id, options, files, actor_kind, actor_id, created_at)
    select ${id}, ${input.origin}, ${input.source},
      (select id from data_source where lower(name) = lower(${input.source}) and not is_demo order by id limit 1),
      ${JSON.stringify(input.options)}, ${JSON.stringify(files)}, ${ctx.actor.kind}, ${ctx.actor.id}, ${ctx.now()}`.execute(
    ctx.db,
  )
  return readImport(ctx, { id })
}

/** A problem names its file: of two that are called alike nobody could tell which. */
const distinctlyNamed = (files: readonly StoredFile[]): StoredFile[] =>
  files.map((file, at) => {
    const turn = files.slice(0, at + 1).filter(({ name }) => name === file.name).length
    return turn === 1 ? file : { ...file, name: `${file.name} (${turn})` }
  })

/** Held by the process that reads the files of an import, as long as its connection lives: once it is free, that process has died. */
export const stagingLock = 7_260_025

/**
 * Reads the files into staging tables, checks them, and works out the preview. Begins anew where an earlier try died.
 * Ends in the state `staged`, `refused` where nothing of it can go in, or `failed` with a problem that says why. False where another process does it already.
 */
export async function stageImport(importer: Importer, id: string): Promise<boolean> {
  const { ctx, pool } = importer
  const row = await readImport(ctx, { id })
  if (row.state !== 'staging') return true
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
      stagingLock,
      row.number,
    ])
    if (!rows[0]?.taken) return false
    try {
      await withProgress(importer, id, telling => stageHolding({ importer, client, row, telling }))
      await dropReadFiles(ctx, id)
    } finally {
      await client.query('select pg_advisory_unlock($1, $2)', [stagingLock, row.number]).catch(() => undefined)
    }
    return true
  } finally {
    client.release()
  }
}

type Reading = { importer: Importer; client: pg.PoolClient; row: ImportRow; telling: Telling }

async function stageHolding(reading: Reading): Promise<void> {
  const { importer, row, telling } = reading
  const { ctx } = importer
  await createStaging(ctx, row.number)
  await sql`delete from import_problem where import_id = ${row.id}`.execute(ctx.db)
  const files: StoredFile[] = []
  try {
    for (const stored of row.files) {
      files.push(await atHand(ctx, stored, file => readOne(reading, { stored, file }, files)))
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    return failImport(ctx, row, { file: row.files[files.length]?.name ?? '', problem: error.problem })
  }
  await sql`update import set files = ${JSON.stringify(files)} where id = ${row.id}`.execute(ctx.db)
  const read = await readImport(ctx, { id: row.id })
  await makePlan(ctx, read, telling)
  await keepRefused(ctx, await readImport(ctx, { id: row.id }))
  const beyond = await beyondSender(ctx, read)
  if (beyond !== '') {
    const problem = new FileProblem('columns-not-permitted', { value: beyond }).problem
    return failImport(ctx, row, { file: files[0]?.name ?? '', problem })
  }
  await learnBrands(ctx, read)
  // Somebody has cancelled it meanwhile, or nothing of it can go in.
  if ((await markStaged(ctx, row)) !== 'staged') await dropStaging(ctx, row.number)
}

/** What whoever sent the files may not change, by the names of their columns. */
async function beyondSender(ctx: Context, row: ImportRow): Promise<string> {
  // A job reads the files: it is the sender's account that counts.
  const actor = { kind: row.actor_kind as ActorKind, id: row.actor_id }
  const beyond = await beyondRights({ ...ctx, actor }, await rightsForPlan(ctx, row))
  return beyond.map(({ column }) => column).join(', ')
}

/** Returns what it is by now; undefined where it was not being read any more. */
function markStaged(ctx: Context, { id }: ImportRow): Promise<'staged' | 'refused' | undefined> {
  return transact(ctx, async ctx => {
    const { counts } = await readImport(ctx, { id })
    const state = isRefusedWhole(counts) ? 'refused' : 'staged'
    const { rows } = await sql<Pick<ImportRow, 'counts'>>`
      update import set state = ${state}, failure = null, ended_at = ${state === 'refused' ? ctx.now() : null}
      where id = ${id} and state = 'staging' returning counts`.execute(ctx.db)
    const [staged] = rows
    if (staged && refusedRows(staged.counts) > 0) await queueImportMail(ctx, { id, cause: 'rows-refused' })
    return staged && state
  })
}

/** `before`: the files of this import that have been read. */
async function readOne(
  { importer: { ctx }, client, row, telling }: Reading,
  { stored, file }: { stored: StoredFile; file: ImportFile },
  before: readonly StoredFile[],
): Promise<StoredFile> {
  const sum = (of: (file: StoredFile) => number, files: readonly StoredFile[]) =>
    files.reduce((sum, file) => sum + of(file), 0)
  const [bytesBefore, rowsBefore] = [sum(file => file.bytes, before), sum(file => file.rows ?? 0, before)]
  const total = sum(file => file.bytes, row.files)
  let facts: FileFacts = { format: 'CSV' }
  let bytes = 0
  let rows = 0
  let named = 0
  const unread: Record<UnreadOutcome, RowCounts> = { refused: {}, leftOut: {} }
  const kinds: RowCounts = {}
  telling.read(rowsBefore, { done: bytesBefore, of: total })
  const problems = problemWriter(ctx, row.id, stored.name)
  const staging = stagedRows(client, { number: row.number, file: before.length })
  const batches = readFile(file, {
    currency: ctx.settings.currency,
    locale: ctx.settings.locale,
    choices: row.options.reading ?? {},
    mapping: row.options.mapping,
    brand: row.options.brand,
    brandOf: await brandNames(ctx, row.options),
    onRead: read => void (bytes = read),
    onFacts: fileFacts => void (facts = fileFacts),
  })
  try {
    for await (const batch of batches) {
      await staging.add(batch)
      named += batch.named.length
      rows += batch.rows.length
      for (const { kind } of batch.rows) tally(kinds, kind)
      for (const outcome of unreadOutcomes) {
        for (const [kind, count] of Object.entries(batch[outcome])) tally(unread[outcome], kind as RowKind, count)
      }
      await problems.add(batch.problems)
      telling.read(rowsBefore + rows, { done: bytesBefore + bytes, of: total })
    }
    await staging.end()
  } finally {
    // Where a file ends in the middle, what was wrong above is told all the same.
    await problems.end()
  }
  const nameless = [...sayWhatParts].reduce((sum, kind) => sum + (unread.refused[kind] ?? 0), -named)
  return { ...stored, ...facts, bytes: file.bytes, rows, ...unread, kinds, ...problems.unkept(), nameless }
}

/** Keeps the first problems of an import, and counts the others. */
function problemWriter(ctx: Context, id: string, file: string) {
  let count = 0
  let [unkept, unkeptNotes] = [0, 0]
  let waiting: Problem[] = []
  const end = async () => {
    if (waiting.length > 0) await keepProblems(ctx, { id, file }, waiting)
    waiting = []
  }
  return {
    async add(problems: Problem[]) {
      const room = problems.slice(0, Math.max(0, importLimits.problems - count))
      const more = problems.slice(room.length)
      count += room.length
      const notes = more.filter(({ code }) => isNote(code)).length
      unkeptNotes += notes
      unkept += more.length - notes
      waiting.push(...room)
      if (waiting.length >= rowsAtOnce) await end()
    },
    end,
    unkept: () => ({ unkept, unkeptNotes }),
  }
}

async function keepProblems(ctx: Context, { id, file }: { id: string; file: string }, problems: Problem[]) {
  await sql`
    insert into import_problem (import_id, file, line, record, field, code, value)
    select ${id}, ${file}, line, record, field, code, value
    from json_to_recordset(${JSON.stringify(problems)}::json)
      as found (line integer, record text, field text, code text, value text)`.execute(ctx.db)
}

/** The file as a whole is refused: nothing of the import is kept but why. */
async function failImport(ctx: Context, row: ImportRow, { file, problem }: { file: string; problem: Problem }) {
  const why = sentenceOf({ ...problem, file })
  await transact(ctx, async ctx => {
    await keepProblems(ctx, { id: row.id, file }, [problem])
    const { numAffectedRows } = await sql`
      update import set state = 'failed', failure = ${why}, ended_at = ${ctx.now()},
        ${problemCounts({ ...row, files: [] })}
      where id = ${row.id} and state = 'staging'`.execute(ctx.db)
    if (numAffectedRows) await queueImportMail(ctx, { id: row.id, cause: 'failed', why })
    await dropStaging(ctx, row.number)
  })
}

/** What the shop calls a brand that a file names by its code, by words, or by the title of all its parts. */
async function brandNames(ctx: Context, { brand }: ImportOptions): Promise<(named: BrandNames) => string> {
  const { rows } = await sql<Columns<'brand', 'name'> & { codes: string[] | null }>`
    select name, (select array_agg(code) from brand_code where brand_id = brand.id) as codes from brand`.execute(ctx.db)
  const byName = new Map(rows.map(row => [row.name.toLowerCase(), row.name]))
  const byCode = new Map(rows.flatMap(row => (row.codes ?? []).map(code => [code.toUpperCase(), row.name] as const)))
  return ({ code, label, title }) =>
    brand ??
    (code && byCode.get(code.toUpperCase())) ??
    (label && cutText(label, 80)) ??
    (code && byName.get(code.toLowerCase())) ??
    (title && byName.get(title.toLowerCase())) ??
    (code && cutText(code, 80)) ??
    ''
}

/** Whoever says which brand a code means need not say so again. */
async function learnBrands(ctx: Context, row: ImportRow): Promise<void> {
  const codes = row.files.flatMap(file => file.brandCode ?? [])
  if (!row.options.brand || codes.length === 0) return
  await sql`
    insert into brand_code (code, brand_id)
    select upper(code), brand.id from unnest(${codes}::text[]) code, brand where lower(brand.name) = lower(${row.options.brand})
    on conflict (code) do update set brand_id = excluded.brand_id`.execute(ctx.db)
}
