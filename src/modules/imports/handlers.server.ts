import { sql } from 'kysely'
import { leftReasons } from './commit/undo.texts.ts'
import type { Handlers, Page } from '#kernel/endpoint'
import type { TableChoices } from '#kernel/tables/read-table'
import { choicesIn } from '#kernel/tables/table-body'
import { refuse } from './refusals.rules.ts'
import { type Context, callerOf, transact } from '#platform/context'
import { asker } from '#platform/jobs/asked'
import { pageOf, pageSize } from '#platform/paging'
import { cancelImport } from './commit/commit.server.ts'
import type { Import, ImportOverlap, ImportProblem, ImportProblemKind, importsContract } from './imports.contract.ts'
import { importsQueue } from './progress/queue.server.ts'
import { type Only, isNote, readProblemKinds, readProblems, problemsIn } from './problems/problems.server.ts'
import { hintFor } from './problems/problems.texts.ts'
import { type ImportRow, type StoredFile, readImport, requireYes, rowColumns } from './row.server.ts'
import { type Phase, silentSeconds } from './progress/progress.rules.ts'
import { measuredOf } from './progress/progress.server.ts'
import {
  type Additions,
  type ImportState,
  type TurnOfPart,
  type UnlistedAct,
  additionsIn,
  importLimits,
  isRefusedWhole,
  sourceOf,
} from './import.rules.ts'
import { datedMapping } from './mapping/currency.server.ts'
import { readChanges } from './preview/changes.server.ts'
import { countNumbers } from './proposals/known.server.ts'
import type { Mapping } from './mapping/mapping.rules.ts'
import { readProfiles } from './proposals/profiles.server.ts'
import {
  exportPieces,
  exportRows,
  exportWorkbook,
  readExportColumns,
  readExportSources,
} from './export/export.server.ts'
import { beginImport } from './preview/stage.server.ts'
import { listSources, nameSource } from './sources/sources.server.ts'
import { readLeaps } from './plan/leaps.server.ts'
import { countRows } from './staging/staging.server.ts'
import { type KeepPrices, needsYes } from './plan/yes.rules.ts'
import { cutText } from './files/text.rules.ts'
import { refusedAsCsv } from './refused/refused.server.ts'
import { listUnresolved } from './commit/unresolved.server.ts'
import { keepPiece, sentFile } from './files/uploads.server.ts'

export const importsHandlers: Handlers<typeof importsContract, Context> = {
  uploadPiece: (ctx, { query, file }) => keepPiece(ctx, { ...query, owner: callerOf(ctx).id }, file),
  countKnownNumbers: (ctx, { body }) => countNumbers(ctx, body.columns),
  beginImport: (ctx, { body }) => begin(ctx, body),
  listImports: (ctx, { query }) => list(ctx, query),
  listUnresolved: (ctx, { query }) => listUnresolved(ctx, { after: query.after, limit: limitOf(query, 20) }),
  getImport: async (ctx, { params }) => asImport(await readImport(ctx, params)),
  listProfiles: ctx => readProfiles(ctx),
  listChanges: async (ctx, { params }) => readChanges(ctx, await readImport(ctx, params)),
  listLeaps: async (ctx, { params, query }) =>
    readLeaps(ctx, await readImport(ctx, params), { limit: limitOf(query, 20), after: placeOf(query) ?? 0 }),
  listProblems: (ctx, { params, query }) => problems(ctx, params.id, query),
  listProblemKinds: (ctx, { params }) => problemKinds(ctx, params.id),
  readRefused: async (ctx, { params, query }) => refusedAsCsv(ctx, await readImport(ctx, params), query.file ?? 0),
  listOverlaps: (ctx, { params, query }) => overlaps(ctx, params.id, query),
  commitImport: (ctx, { params, body }) => ask(ctx, params.id, { act: 'commit', ...body }),
  cancelImport: async (ctx, { params }) => asImport(await cancelImport(ctx, params.id)),
  listExportSources: ctx => readExportSources(ctx),
  getExportColumns: (ctx, { params }) => readExportColumns(ctx, params.kind),
  exportRows: (ctx, { params, query }) => exportRows(ctx, params.kind, query),
  readExportFile: (ctx, { params, query }) => exportPieces(ctx, { ...params, ...query }),
  readExportWorkbook: (ctx, { params, query }) => exportWorkbook(ctx, { ...params, ...query }),
  listSources: (ctx, { query }) => listSources(ctx, query),
  nameSource: (ctx, { params, body }) => nameSource(ctx, params.id, body.publicName),
  undoImport: (ctx, { params }) => ask(ctx, params.id, { act: 'undo' }),
}

type Begin = {
  files: { upload: string; name: string }[]
  source?: string | undefined
  brand?: string | undefined
  full?: boolean | undefined
  mapping?: Mapping | undefined
  unlisted?: UnlistedAct | undefined
  twice?: TurnOfPart | undefined
} & { [Choice in keyof TableChoices]: TableChoices[Choice] | undefined } & {
  [name in keyof Additions]?: boolean | undefined
}

async function begin(ctx: Context, { files, source, brand, encoding, decimalSign, sheet, ...options }: Begin) {
  const owner = callerOf(ctx).id
  return transact(ctx, async ctx => {
    const sent: StoredFile[] = []
    for (const file of files) sent.push(await sentFile(ctx, { ...file, owner }))
    const row = await beginImport(ctx, {
      files: sent,
      source: source ?? cutText(sourceOf(sent[0]?.name ?? ''), importLimits.source),
      options: {
        full: options.full ?? false,
        ...additionsIn(options),
        ...(brand && { brand }),
        ...(options.mapping && { mapping: datedMapping(ctx, options.mapping) }),
        ...(options.unlisted && { unlisted: options.unlisted }),
        ...(options.twice && { twice: options.twice }),
        reading: choicesIn({ encoding, decimalSign, sheet }),
      },
      origin: 'page',
    })
    await ctx.jobs.send(ctx.db, importsQueue, { id: row.id, act: 'stage' })
    return { insertedId: row.id }
  })
}

type Commit = {
  allowRemoval?: boolean | undefined
  removes?: number | undefined
  leaps?: string | undefined
  keepPrices?: KeepPrices | undefined
}
type ImportAct = ({ act: 'commit' } & Commit) | { act: 'undo' }

/**
 * Writes down the request and sends the job. A second press finds it written and sends another job, for the first may
 * have given up, or been lost with a restored database: whichever comes second finds it done.
 */
function ask(ctx: Context, id: string, request: ImportAct): Promise<Import> {
  return transact(ctx, async ctx => {
    const { rows } = await sql<ImportRow>`select ${rowColumns} from import where id = ${id} for update`.execute(ctx.db)
    const [row] = rows
    if (!row) throw refuse('import-gone')
    const [from, to] = request.act === 'commit' ? ['staged', 'committed'] : ['committed', 'undone']
    if (row.state === to) return asImport(row)
    const job = { id, act: request.act }
    if (row.asked === request.act) {
      await sql`update import set ${asker(ctx)} where id = ${id}`.execute(ctx.db)
      await ctx.jobs.send(ctx.db, importsQueue, job)
      return asImport(row)
    }
    if (request.act === 'commit' && row.state === 'refused') throw refuse('import-refused-whole')
    if (row.state !== from) throw refuse(request.act === 'commit' ? 'import-not-staged' : 'import-not-committed')
    if (request.act === 'commit' && isRefusedWhole(row.counts)) throw refuse('import-refused-whole')
    const allowed = request.act === 'commit' ? allowing(request) : {}
    if (request.act === 'commit') requireYes({ ...row, options: { ...row.options, ...allowed } })
    await sql`
      update import set asked = ${request.act}, asked_at = ${ctx.now()}, failure = null,
        options = options || ${JSON.stringify(allowed)}::jsonb, ${asker(ctx)}
      where id = ${id}`.execute(ctx.db)
    await ctx.jobs.send(ctx.db, importsQueue, job)
    return asImport(await readImport(ctx, { id }))
  })
}

const allowing = ({ allowRemoval, removes, leaps, keepPrices = [] }: Commit) => ({
  ...(allowRemoval && { allowRemoval, ...(removes !== undefined && { mostRemoved: removes }) }),
  ...(leaps !== undefined && { leaps }),
  // Also where none is: what was said with a commit that was refused is not said with this one.
  keepPrices,
})

type PageQuery = { after?: string | undefined; limit?: number | undefined }

const most = 1000
const limitOf = ({ limit }: PageQuery, usual: number) => pageSize(limit, { usual, most })
const placeOf = ({ after }: PageQuery) => (after === undefined ? undefined : Number(after))

async function list(ctx: Context, query: PageQuery): Promise<Page<Import[]>> {
  const limit = limitOf(query, 20)
  const before = placeOf(query)
  const { rows } = await sql<ImportRow>`
    select ${rowColumns} from import where number < ${before ?? 2_147_483_647}::bigint order by number desc limit ${limit + 1}`.execute(
    ctx.db,
  )
  const total = await countRows(ctx, sql`select count(*)::integer as count from import`)
  return pageOf(rows.map(asImport), { limit, total, after: row => String(row.number) })
}

async function problems(
  ctx: Context,
  id: string,
  query: PageQuery & { only?: Only | undefined },
): Promise<Page<ImportProblem[]>> {
  await readImport(ctx, { id })
  const limit = limitOf(query, 50)
  const rows = await readProblems(ctx, id, { after: placeOf(query) ?? 0, limit: limit + 1, only: query.only })
  const total = await countRows(ctx, sql`select count(*)::integer as count from ${problemsIn(id, query.only)}`)
  const hinted = rows.map(row => ({ ...row, hint: hintFor(row.code), isNote: isNote(row.code) }))
  return pageOf(hinted, { limit, total, after: row => String(row.n) })
}

async function problemKinds(ctx: Context, id: string): Promise<ImportProblemKind[]> {
  await readImport(ctx, { id })
  const kinds = await readProblemKinds(ctx, id)
  return kinds.map(kind => ({ ...kind, hint: hintFor(kind.code), isNote: isNote(kind.code) }))
}

async function overlaps(ctx: Context, id: string, query: PageQuery): Promise<Page<ImportOverlap[]>> {
  await readImport(ctx, { id })
  const limit = limitOf(query, 50)
  const rows = await ctx.db
    .selectFrom('import_overlap')
    .select(['n', 'is_duplicate as isDuplicate', 'vehicle', 'part_type as partType', 'position', 'qualifiers'])
    .select(['part', 'other_part as otherPart', 'line', 'other_line as otherLine'])
    .where('import_id', '=', id)
    .where('n', '>', placeOf(query) ?? 0)
    .orderBy('n')
    .limit(limit + 1)
    .execute()
  const total = await countRows(ctx, sql`select count(*)::integer as count from import_overlap where import_id = ${id}`)
  return pageOf(rows, { limit, total, after: row => String(row.n) })
}

/** In which state which work is done. What a process has left that died on the way is not shown for ever. */
function progressOf({ state, asked: act, progress }: ImportRow): Import['progress'] {
  if (!progress) return null
  const fitting: Record<Phase, ImportState[]> = {
    waiting: ['staging', 'staged', 'committed'],
    reading: ['staging'],
    checking: ['staging', 'staged'],
    committing: ['staged'],
    undoing: ['committed'],
  }
  const isForgotten = state !== 'staging' && !act && progress.silent > silentSeconds
  return fitting[progress.phase].includes(state) && !isForgotten ? measuredOf(progress) : null
}

function asImport(row: ImportRow): Import {
  return {
    _id: row.id,
    number: row.number,
    state: row.state,
    origin: row.origin,
    asked: row.asked,
    source: row.source,
    files: row.files.map(({ name, format, rows, kept: copy }) => ({
      name,
      ...(format && { format }),
      ...(rows !== undefined && { rows }),
      ...(copy && { refused: copy.rows }),
    })),
    isFull: row.options.full === true || row.files.some(file => file.isFull),
    progress: progressOf(row),
    counts: row.counts ?? {},
    removal: row.removal,
    asksForRemoval: needsYes(row),
    priceLeaps: row.price_leaps,
    leaps: row.leaps,
    overtakenBy: row.overtaken_by,
    left: row.undo_left && {
      count: row.undo_left.count,
      first: row.undo_left.first.map(({ what, why }) => ({ what, why, hint: leftReasons[why] })),
    },
    currency: row.options.mapping?.currency ?? null,
    failure: row.failure,
    problems: row.problem_count,
    notes: row.note_count,
    overlaps: row.overlap_count,
    duplicates: row.duplicate_count,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}
