import { sql } from 'kysely'
import type { AnswerOf } from '#kernel/endpoint'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { scannedNumber, shortUpcIn } from '#rules/finder'
import { refuse } from './refusals.rules.ts'
import type { CountedTool, RefusedCount, stockContract } from './stock.contract.ts'
import { stockLimits } from './stock.rules.ts'
import { type CountProblem, countProblems } from './counts.texts.ts'
import { lockTake, selectCounts, subjectOf, toCount } from './takes.server.ts'

type CountAnswer = AnswerOf<typeof stockContract.recordCounts>

/** A row as it came. `counted` is undefined where what was `typed` is no number. */
export type CountInput = {
  row: number
  tool?: string | undefined
  partNumber: string
  brand: string
  counted: number | undefined
  typed: string
  /** What is wrong with the row of a file, as a sentence. */
  problem?: string
}

/**
 * Takes counts. What the shop has on hand by its books is written down beside each, as of the same moment: the difference is
 * known from then on, and what is sold or comes in until it is booked is no part of it. Refuses: stock-take-gone,
 * stock-take-ended; the answer lists the rows that cannot be taken.
 */
export function recordCounts(ctx: Context, id: string, counts: CountInput[]): Promise<CountAnswer> {
  return transact(ctx, async ctx => {
    if ((await lockTake(ctx, id, 'for share')) !== 'open') throw refuse('stock-take-ended')
    const matches = await findTools(ctx, counts)
    const taken = new Map<string, number>()
    const refused: RefusedCount[] = []
    for (const count of counts) {
      const { tools, isDoubtful } = matches.get(count.row) ?? { tools: [], isDoubtful: false }
      const [tool] = tools
      const problem = problemOf(count, { tools, isDoubtful }, taken)
      if (tool && count.counted !== undefined && !problem) taken.set(tool._id, count.counted)
      else refused.push(refusalOf(count, problem ?? 'unknown', tools))
    }
    const counted = await writeCounts(ctx, id, taken)
    if (taken.size > 0) {
      const [first] = counted
      const one = counted.length === 1 && first ? { tool: first.tool._id, counted: first.counted } : {}
      await audit(ctx, { action: 'stock-take.counted', subject: subjectOf(id), after: { tools: taken.size, ...one } })
    }
    return { counted, refused }
  })
}

/** What a number means; doubtful where the shop writes it with signs that may make it another. */
type Match = { tools: CountedTool[]; isDoubtful: boolean }

function problemOf(
  count: CountInput,
  { tools, isDoubtful }: Match,
  taken: Map<string, number>,
): CountProblem | undefined {
  const [tool, another] = tools
  if (count.problem) return 'malformed'
  if (count.counted === undefined || count.counted > stockLimits.mostCounted) return 'malformed'
  if (!tool) return count.partNumber || count.tool ? 'unknown' : 'missing'
  if (another) return 'ambiguous'
  if (isDoubtful) return 'unclear'
  return taken.has(tool._id) ? 'twice' : undefined
}

const refusalOf = (
  { row, partNumber, typed, problem: problemOfRow }: CountInput,
  problem: CountProblem,
  choices: CountedTool[],
) => ({
  row,
  partNumber,
  counted: typed,
  reason: problemOfRow ?? countProblems[problem],
  choices: problem === 'ambiguous' || problem === 'unclear' ? choices.slice(0, 10) : [],
})

/** By its id, else by its number as numbers are compared, or its GTIN; of several that are sold, the one that is spelled so. */
async function findTools(ctx: Context, counts: CountInput[]): Promise<Map<number, Match>> {
  const { rows } = await sql<CountedTool & { row: number; is_doubtful: boolean }>`
    with given as (
      select * from unnest(${counts.map(({ row }) => row)}::integer[], ${counts.map(({ tool }) => tool ?? null)}::uuid[],
        ${counts.map(({ partNumber }) => scannedNumber(partNumber))}::text[], ${counts.map(({ brand }) => brand)}::text[],
        ${counts.map(({ partNumber }) => shortUpcIn(partNumber) ?? null)}::text[])
        as given ("row", id, part, brand, upc)
    ), meant as (
      select "row", id, false as is_spelled_so, false as is_doubtful from given where id is not null
      union
      select given."row", tool.id, tool.part_number = given.part and number.kind = 'own',
        is_doubtful_number(given.part, number.value, number.tool_ordinal)
          -- Of a trade item's number, the zeros that it lost may be another number.
          or number.kind = 'gtin' and length(fold_part_number(given.part)) not in (8, 12, 13, 14)
      from given
        join part_number number on number.folded = fold_part_number(given.part) and number.kind in ('own', 'gtin')
          or number.folded = lpad(fold_part_number(given.part), 14, '0') and number.kind = 'gtin'
          and length(fold_part_number(given.part)) < 14
          or number.folded = given.upc and number.kind = 'gtin'
        join tool on tool.ordinal = number.tool_ordinal
      where given.id is null and given.part <> ''
    )
    select "row", _id, name, brand, "partNumber", is_doubtful
    from (
      select meant."row", tool.id as _id, tool.name, brand.name as brand, tool.part_number as "partNumber", is_doubtful,
        rank() over (partition by meant."row" order by is_spelled_so desc) as place,
        row_number() over (partition by meant."row", tool.id order by is_spelled_so desc, is_doubtful) as turn
      from meant
        join given on given."row" = meant."row" join tool on tool.id = meant.id and tool.archived_at is null
        left join brand on brand.id = tool.brand_id
      where given.brand = '' or lower(brand.name) = lower(given.brand)
    ) sold
    where place = 1 and turn = 1
    order by "row", _id`.execute(ctx.db)
  const matches = new Map<number, Match>()
  for (const { row, is_doubtful: isDoubtful, ...tool } of rows) {
    matches.set(row, { tools: [...(matches.get(row)?.tools ?? []), tool], isDoubtful })
  }
  return matches
}

async function writeCounts(ctx: Context, id: string, counts: Map<string, number>): Promise<CountAnswer['counted']> {
  if (counts.size === 0) return []
  const tools = [...counts.keys()]
  const { rows: earlier } = await sql<Columns<'stock_count', 'tool_id' | 'counted'>>`
    with counted as (
      select * from unnest(${tools}::uuid[], ${[...counts.values()]}::integer[]) as counted (tool_id, counted)
    ), before as (
      select tool_id, counted from stock_count where take_id = ${id} and tool_id = any(${tools}::uuid[])
    ), written as (
      insert into stock_count (take_id, tool_id, counted, expected, counted_at, actor_kind, actor_id)
      select ${id}, tool.id, counted.counted, tool.on_hand, ${ctx.now()}, ${ctx.actor.kind}, ${ctx.actor.id}::uuid
      from counted join tool on tool.id = counted.tool_id order by tool.id
      on conflict (take_id, tool_id) do update set counted = excluded.counted, expected = excluded.expected,
        counted_at = excluded.counted_at, actor_kind = excluded.actor_kind, actor_id = excluded.actor_id, n = default
    )
    select tool_id, counted from before`.execute(ctx.db)
  const before = new Map(earlier.map(row => [row.tool_id, row.counted]))
  const rows = await selectCounts(
    ctx,
    sql`(select * from stock_count where take_id = ${id} and tool_id = any(${tools}::uuid[]))`,
  )
  return rows.map(row => ({ ...toCount(row), before: before.get(row.tool_id) ?? null }))
}

/** Refuses: stock-take-gone, stock-take-ended. */
export function removeCount(ctx: Context, id: string, tool: string): Promise<{ deletedCount: number }> {
  return transact(ctx, async ctx => {
    if ((await lockTake(ctx, id, 'for share')) !== 'open') throw refuse('stock-take-ended')
    const gone = await ctx.db
      .deleteFrom('stock_count')
      .where('take_id', '=', id)
      .where('tool_id', '=', tool)
      .returning('counted')
      .executeTakeFirst()
    if (!gone) return { deletedCount: 0 }
    const before = { tool, counted: gone.counted }
    await audit(ctx, { action: 'stock-take.count-removed', subject: subjectOf(id), before })
    return { deletedCount: 1 }
  })
}
