import { sql } from 'kysely'
import { plainCell } from '#kernel/tables/cells'
import type { OpenTable } from '#kernel/tables/read-table'
import type { TableRow } from '#kernel/tables/records'
import { TableRefused } from '#kernel/tables/table-problem'
import type { TableShape } from '#kernel/tables/table'
import type { Context } from '#platform/context'
import { atHand } from '../files/at-hand.server.ts'
import { lookAgain } from '../files/read.server.ts'
import { type CsvSeparator, csvLineBy } from '#kernel/tables/written-files'
import { FileProblem, type ProblemCode, importLimits, refusedRows } from '../import.rules.ts'
import { hintFor } from '../problems/problems.texts.ts'
import { refuse } from '../refusals.rules.ts'
import type { ImportRow, StoredFile } from '../row.server.ts'
import { reasonHead } from '../files/csv-head.rules.ts'
import { unswallowed } from './unswallowed.rules.ts'
import { refusedLines } from './refused-lines.server.ts'

/**
 * Rows that do not go in are kept as they stand in their file, each with the reason: they come back as a file in the owner's own
 * columns, to be corrected and sent again. Of XML none are: nobody corrects records by hand that a catalogue's program writes, and the list of
 * problems names each with its line and number, for whoever does at their source.
 */

/** Reads the tables of an import again, where rows of them were refused; `row` is as the plan has left it. Done twice is done once. */
export async function keepRefused(ctx: Context, row: ImportRow): Promise<void> {
  // An earlier try may have died on the way.
  await sql`delete from import_refused where import_id = ${row.id}`.execute(ctx.db)
  const refused = refusedRows(row.counts) > 0 ? await refusedLines(ctx, row) : new Map<number, RefusedLines>()
  if (refused.size === 0 && row.files.every(file => file.kept === undefined)) return
  const files: StoredFile[] = []
  for (const [at, { kept: _, ...file }] of row.files.entries()) {
    const lines = refused.get(at)
    files.push(lines ? { ...file, ...(await keepOf(ctx, row, { at, file, lines }).catch(forgetMoved)) } : file)
  }
  await sql`update import set files = ${JSON.stringify(files)} where id = ${row.id}`.execute(ctx.db)
}

/** Beside a command somebody may have changed the file, or taken it away, since it was read: then nothing of it is kept. */
function forgetMoved(error: unknown): Pick<StoredFile, 'kept'> {
  if (error instanceof FileProblem || error instanceof TableRefused) return {}
  throw error
}

/** What is wrong with the rows of a file, by their lines. */
export type RefusedLines = ReadonlyMap<number, readonly Reason[]>
export type Reason = { code: ProblemCode; field: string | null; value: string | null }

type RefusedOfFile = { at: number; file: StoredFile; lines: RefusedLines }

async function keepOf(
  ctx: Context,
  row: ImportRow,
  { at, file, lines }: RefusedOfFile,
): Promise<Pick<StoredFile, 'kept'>> {
  if (file.format !== 'CSV' && file.format !== 'XLSX') return {}
  const { currency, locale } = ctx.settings
  const reading = { currency, locale, choices: row.options.reading ?? {}, mapping: row.options.mapping }
  return atHand(ctx, file, source =>
    lookAgain(source, reading, (table, shape) => copyRows(ctx, row, { at, table, shape, lines })),
  )
}

type Copying = { at: number; table: OpenTable; shape: TableShape<string>; lines: RefusedLines }

async function copyRows(ctx: Context, { id }: ImportRow, { at, table, shape, lines }: Copying) {
  let head: string[] = []
  let rows = 0
  for await (const some of table.rows()) {
    const above = some.find(({ line }) => line === shape.headLine)
    if (above) head = above.cells.map(plainCell)
    const copies = some.flatMap(row => {
      const reasons = row.line > shape.headLine ? lines.get(row.line) : undefined
      if (!reasons) return []
      const reason = reasonOf(reasons, shape, head)
      const isSwallowing = reasons.some(({ code }) => code === 'rows-in-cell' || code === 'cells-in-cell')
      const apart = isSwallowing && table.facts.format === 'csv' ? unswallowed(row, table.facts.separator) : []
      if (apart.length === 0) return { line: row.line, cells: cellsOf(row, shape), reason }
      return apart.map((cells, at) => ({ line: row.line + at, cells: cells.map(cutCell), reason }))
    })
    rows += copies.length
    if (copies.length === 0) continue
    await sql`
      insert into import_refused (import_id, file, line, cells, reason)
      select ${id}, ${at}, line, cells, reason
      from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as kept (line integer, cells jsonb, reason text)`.execute(
      ctx.db,
    )
  }
  const separator: CsvSeparator = table.facts.format === 'csv' && table.facts.separator !== ';' ? ',' : ';'
  return rows === 0 ? {} : { kept: { head, separator, rows } }
}

/** Figures of a workbook are written with the sign that the texts of their column have: both are read again as they were. */
function cellsOf({ cells, figures }: TableRow, { head, decimals }: TableShape<string>): string[] {
  return cells.map((cell, at) => {
    const name = figures?.has(at) ? head.columns[at] : undefined
    const sign = name === undefined ? undefined : decimals.get(name)?.sign
    return cutCell(sign === ',' ? cell.replace('.', ',') : plainCell(cell))
  })
}

/** A zero byte is no text for the database. */
const cutCell = (cell: string) => cell.replaceAll('\0', '').slice(0, importLimits.refusedCell)

/** By the names that the file has for its columns: `Preis: Use an amount above 0 … (auf Anfrage)`. */
function reasonOf(
  reasons: readonly Reason[],
  { head: { columns } }: TableShape<string>,
  head: readonly string[],
): string {
  return reasons
    .map(({ code, field, value }) => {
      const column = field === null ? undefined : (head[columns.indexOf(field)] ?? field)
      return `${column ? `${column}: ` : ''}${hintFor(code)}${value ? ` (${value})` : ''}`
    })
    .join(' ')
}

/** Rows that nobody has fetched for so long go. */
export async function dropRefused(ctx: Context, before: Date): Promise<void> {
  await sql`
    with dropped as (
      delete from import_refused using import where import.id = import_id and created_at < ${before} returning import_id)
    update import set files = (select jsonb_agg(one - 'kept' order by place) from jsonb_array_elements(files) with ordinality as each (one, place))
    where id in (select import_id from dropped)`.execute(ctx.db)
}

const pageOfCsv = 2000

/** The rows of one file that do not go in, as CSV, piece by piece. Refuses: import-nothing-kept. */
export function refusedAsCsv(ctx: Context, row: ImportRow, at: number): AsyncGenerator<string, void> {
  const copy = row.files[at]?.kept
  if (!copy) throw refuse('import-nothing-kept')
  return pieces(ctx, { id: row.id, at, ...copy })
}

type Pieces = NonNullable<StoredFile['kept']> & { id: string; at: number }

async function* pieces(ctx: Context, { id, at, head, separator }: Pieces): AsyncGenerator<string, void> {
  // The reason first: a row may be longer than the names, and a list wider than a screen.
  const line = csvLineBy(separator)
  const lineOf = (reason: string, cells: readonly string[]) => line([reason, ...cells])
  yield `\ufeff${lineOf(reasonHead, head)}`
  let after = 0
  for (;;) {
    const { rows } = await sql<{ line: number; cells: string[]; reason: string }>`
      select line, cells, reason from import_refused
      where import_id = ${id} and file = ${at} and line > ${after} order by line limit ${pageOfCsv}`.execute(ctx.db)
    if (rows.length === 0) return
    yield rows.map(({ cells, reason }) => lineOf(reason, cells)).join('')
    after = rows.at(-1)?.line ?? after
  }
}
