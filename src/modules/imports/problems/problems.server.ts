import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { csvCell } from '#kernel/tables/written-files'
import { type ProblemCode, notes } from '../import.rules.ts'
import type { ImportRow } from '../row.server.ts'
import { hintFor } from './problems.texts.ts'

export type StoredProblem = Columns<
  'import_problem',
  'n' | 'file' | 'line' | 'record' | 'field' | 'code' | 'value' | 'times'
> & { code: ProblemCode }

/** Problems without notes, or notes alone; both unless it is said. */
export type Only = 'problems' | 'notes'

const isNoteInSql = sql<boolean>`code = any(${notes})`

/** Rows of `import_problem`: those of an import, or only some of them. */
export const problemsIn = (id: string, only?: Only): RawBuilder<unknown> =>
  sql`import_problem where import_id = ${id} ${only ? sql`and (${isNoteInSql}) = ${only === 'notes'}` : sql``}`

/** One page of what there is to tell of an import, in the order in which it was found. */
export async function readProblems(
  ctx: Context,
  id: string,
  { after, limit, only }: { after: number; limit: number; only?: Only | undefined },
): Promise<StoredProblem[]> {
  const { rows } = await sql<StoredProblem>`
    select n, file, line, record, field, code, value, times from ${problemsIn(id, only)} and n > ${after} order by n limit ${limit}`.execute(
    ctx.db,
  )
  return rows
}

/** For an update of an import: how many rows have problems, and how many notes there are, those that were not kept, too. */
export function problemCounts({ id, files }: Pick<ImportRow, 'id' | 'files'>): RawBuilder<unknown> {
  const unkept = (of: 'unkept' | 'unkeptNotes') => files.reduce((sum, file) => sum + (file[of] ?? 0), 0)
  return sql`problem_count = ${countKept(id, 'problems')} + ${unkept('unkept')}, note_count = ${countKept(id, 'notes')} + ${unkept('unkeptNotes')}`
}
const countKept = (id: string, only: Only) =>
  sql<number>`(select coalesce(sum(times), 0)::integer from ${problemsIn(id, only)})`

export type ProblemKind = Pick<StoredProblem, 'file' | 'line' | 'record' | 'field' | 'code' | 'value'> & {
  rows: number
}

/** More kinds than any file has: one for each column and fault. */
const mostKinds = 500

/** Equal problems of an import as one, notes behind all others, those of most rows first: how many rows have them, and the first as an example. */
export async function readProblemKinds(ctx: Context, id: string): Promise<ProblemKind[]> {
  const first = (column: string) => sql`(array_agg(${sql.ref(column)} order by n))[1] as ${sql.ref(column)}`
  const { rows } = await sql<ProblemKind>`
    select code, field, sum(times)::integer as rows, ${first('file')}, ${first('line')}, ${first('record')}, ${first('value')}
    from import_problem where import_id = ${id} group by code, field order by ${isNoteInSql}, rows desc, min(n) limit ${mostKinds}`.execute(
    ctx.db,
  )
  return rows
}

export const isNote = (code: ProblemCode): boolean => notes.includes(code)

const pageOfCsv = 5000

/** All problems as CSV, piece by piece. Spreadsheets show its cells and compute none. */
export async function* problemsAsCsv(ctx: Context, id: string): AsyncGenerator<string> {
  yield '\ufefffile,line,record,field,code,value,rows,hint,kind\r\n'
  let after = 0
  for (;;) {
    const page = await readProblems(ctx, id, { after, limit: pageOfCsv })
    if (page.length === 0) return
    yield page.map(asLine).join('')
    after = page.at(-1)?.n ?? after
  }
}

const kindOf = (code: ProblemCode) => (isNote(code) ? 'note' : 'problem')

const asLine = (problem: StoredProblem) => {
  const { file, line, record, field, code, value, times } = problem
  return `${[file, line, record, field, code, value, times, hintFor(code), kindOf(code)].map(csvCell).join(',')}\r\n`
}
