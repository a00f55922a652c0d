import { sql } from 'kysely'
import { Refusal } from '#kernel/refusals'
import { type Context, transact } from '#platform/context'
import { FileGone } from '#platform/files/waiting'
import { inspectPicture } from '#services/media'
import { type Match, chooseMatch, readingsOf } from './batches.rules.ts'
import { type BatchProblem, batchProblems } from './batches.texts.ts'
import { type ZippedFile, withZip } from './zip.server.ts'

type Judged = {
  at: number
  name: string
  tool: string | null
  place: number
  state: string
  problem: BatchProblem | null
}

/**
 * Writes down whose picture each file of a ZIP is, and which of them are none. What died half-way begins anew; twice at once, the
 * second finds it done.
 */
export async function planBatch(ctx: Context, id: string): Promise<void> {
  const batch = await ctx.db.selectFrom('picture_batch').select('state').where('id', '=', id).executeTakeFirst()
  if (batch?.state !== 'planning') return
  const files: { at: number; name: string; problem: BatchProblem | null }[] = []
  try {
    await withZip(ctx, id, async zipped => {
      for (const file of zipped) files.push({ at: file.at, name: file.name, problem: await problemIn(file) })
    })
  } catch (error) {
    if (!(error instanceof FileGone)) throw error
    await sql`update picture_batch set state = 'cancelled', ended_at = ${ctx.now()}
      where id = ${id} and state = 'planning'`.execute(ctx.db)
    return
  }
  const matches = await findTools(ctx, files)
  const judged = files.map(file => judge(file, matches.get(file.at) ?? []))
  // Tool by tool, in the order that their names say.
  judged.sort((a, b) => compare(a.tool ?? '', b.tool ?? '') || a.place - b.place || compare(a.name, b.name))
  await transact(ctx, async ctx => {
    const { rows } = await sql`
      update picture_batch set state = 'planned' where id = ${id} and state = 'planning' returning id`.execute(ctx.db)
    if (rows.length === 0) return
    await sql`
      insert into picture_batch_row (batch_id, n, entry, name, tool_id, state, problem)
      select ${id}, row.n, row.at, row.name, row.tool, row.state, row.problem
      from json_to_recordset(${JSON.stringify(judged.map((row, at) => ({ ...row, n: at + 1 })))}::json)
        as row (n integer, at integer, name text, tool uuid, state text, problem text)`.execute(ctx.db)
  })
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

async function problemIn(file: ZippedFile): Promise<BatchProblem | null> {
  const bytes = await file.read()
  if (typeof bytes === 'string') return bytes
  try {
    await inspectPicture(bytes)
    return null
  } catch (error) {
    return problemOf(error)
  }
}

/** What is wrong with a picture; whatever else goes wrong is no fault of it. */
export function problemOf(error: unknown): BatchProblem {
  const code = error instanceof Refusal ? error.code : ''
  if (!Object.hasOwn(batchProblems, code)) throw error
  return code as BatchProblem
}

function judge(
  { at, name, problem }: { at: number; name: string; problem: BatchProblem | null },
  matches: Match[],
): Judged {
  const file = { at, name: name.slice(-300).toWellFormed(), tool: null, place: 1 }
  if (problem) return { ...file, state: 'broken', problem }
  const match = chooseMatch(matches)
  if (match === undefined) return { ...file, state: 'unknown', problem: 'unknown' }
  if (match === 'ambiguous' || match === 'unclear') return { ...file, state: 'ambiguous', problem: match }
  return { ...file, tool: match.tool, place: match.place, state: 'matched', problem: null }
}

/** The tools that the readings of each file's name find, in the order of the readings: one query, however many files. */
async function findTools(ctx: Context, files: readonly { at: number; name: string }[]): Promise<Map<number, Match[]>> {
  const readings = files.flatMap(({ at, name }) => readingsOf(name).map((reading, n) => ({ at, n, ...reading })))
  // A file's name has no place for these signs.
  const inNames = sql`translate(tool.part_number, '/\\:*?"<>|_', '----------')`
  const { rows } = await sql<Match & { at: number }>`
    select row.at, row.place, tool.id as tool, lower(tool.part_number) = lower(row.number) as "isExact",
      tool.part_number = row.number as "isSpelled",
      is_doubtful_number(row.number, tool.part_number, tool.ordinal)
        and lower(${inNames}) <> lower(translate(row.number, '_', '-')) as "isDoubtful"
    from json_to_recordset(${JSON.stringify(readings)}::json)
        as row (at integer, n integer, brand text, number text, place integer)
      join tool on fold_part_number(tool.part_number) = fold_part_number(row.number) and tool.archived_at is null
      left join brand on brand.id = tool.brand_id
    where fold_part_number(row.number) <> ''
      and (row.brand is null or fold_part_number(brand.name) = fold_part_number(row.brand))
    order by row.at, row.n, tool.id`.execute(ctx.db)
  return Map.groupBy(rows, ({ at }) => at)
}
