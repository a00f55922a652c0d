import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { csvCell } from '#kernel/tables/written-files'
import { type ProblemCode, problemCodes } from '../import.rules.ts'
import { hints } from './problems.texts.ts'

export type StoredProblem = Columns<
  'import_problem',
  'n' | 'file' | 'line' | 'record' | 'field' | 'code' | 'value' | 'times'
>

/** One page of an import's problems, in the order in which they were found. */
export async function readProblems(
  ctx: Context,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<StoredProblem[]> {
  const { rows } = await sql<StoredProblem>`
    select n, file, line, record, field, code, value, times from import_problem
    where import_id = ${id} and n > ${after} order by n limit ${limit}`.execute(ctx.db)
  return rows
}

export type ProblemKind = Pick<StoredProblem, 'file' | 'line' | 'record' | 'field' | 'code' | 'value'> & {
  rows: number
}

/** More kinds than any file has: one for each column and fault. */
const mostKinds = 500

/** Equal problems of an import as one, those of most rows first: how many rows have them, and the first as an example. */
export async function readProblemKinds(ctx: Context, id: string): Promise<ProblemKind[]> {
  const first = (column: string) => sql`(array_agg(${sql.ref(column)} order by n))[1] as ${sql.ref(column)}`
  const { rows } = await sql<ProblemKind>`
    select code, field, sum(times)::integer as rows, ${first('file')}, ${first('line')}, ${first('record')}, ${first('value')}
    from import_problem where import_id = ${id} group by code, field order by rows desc, min(n) limit ${mostKinds}`.execute(
    ctx.db,
  )
  return rows
}

/** The sentence that says what to do; of a code that an older release knew, none. */
export const hintOf = (code: string): string => (isCode(code) ? hints[code] : '')
const isCode = (code: string): code is ProblemCode => Object.hasOwn(problemCodes, code)

const pageOfCsv = 5000

/** All problems as CSV, piece by piece. Spreadsheets show its cells and compute none. */
export async function* problemsAsCsv(ctx: Context, id: string): AsyncGenerator<string> {
  yield '\ufefffile,line,record,field,code,value,rows,hint\r\n'
  let after = 0
  for (;;) {
    const page = await readProblems(ctx, id, { after, limit: pageOfCsv })
    if (page.length === 0) return
    yield page.map(asLine).join('')
    after = page.at(-1)?.n ?? after
  }
}

const asLine = (problem: StoredProblem) => {
  const { file, line, record, field, code, value, times } = problem
  return `${[file, line, record, field, code, value, times, hintOf(code)].map(csvCell).join(',')}\r\n`
}
