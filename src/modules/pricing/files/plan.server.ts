import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { PriceFileAnswer } from './files.contract.ts'
import { countRowsOfFile, plannedEntries, readProblems } from './stage.server.ts'

export type PlannedFile = { id: string; listId: string; replaces: boolean }

export type Plan = PriceFileAnswer & { removed: number }
type Counts = Pick<Plan, 'added' | 'changed' | 'removed' | 'unchanged'> & { version: number }

/** How many products each effect is of, where `planned` is what the rows come to beside the list of this version. */
const counted = (listId: string) => sql`
  select (select entries_version from price_list where id = ${listId}) as version, count(*) filter (where effect = 'added')::integer as added,
    count(*) filter (where effect = 'changed')::integer as changed,
    count(*) filter (where effect = 'removed')::integer as removed,
    count(*) filter (where effect = 'unchanged')::integer as unchanged
  from planned`

/** Writes down what the rows of a file would do. What was written down before, by a process that died, gives way. */
export async function keepPlan(ctx: Context, file: PlannedFile): Promise<Plan> {
  const { id, listId } = file
  await sql`delete from price_file_entry where file_id = ${id}`.execute(ctx.db)
  // Of a long file it takes its time, so it is worked out once.
  const { rows: counts } = await sql<Counts>`
    with planned as materialized (${plannedEntries(file)}), kept as (
      insert into price_file_entry (file_id, tool_id, effect, before_froms, before_prices, before_minimum,
        before_multiple, after_froms, after_prices, after_minimum, after_multiple, numbers, brand)
      select ${id}, planned.* from planned where effect <> 'unchanged'
    ) ${counted(listId)}`.execute(ctx.db)
  const { version, ...effects } = counts[0] ?? { version: 0, added: 0, changed: 0, removed: 0, unchanged: 0 }
  const plan = {
    ...effects,
    ...(await countRowsOfFile(ctx, id)),
    problems: await readProblems(ctx, id),
  }
  const { rows, added, changed, removed, unchanged, refused, problems } = plan
  await sql`
    update price_file set rows = ${rows}, added = ${added}, changed = ${changed}, removed = ${removed},
      unchanged = ${unchanged}, refused = ${refused}, problems = ${JSON.stringify(problems)}::jsonb,
      entries_version = ${version}
    where id = ${id}`.execute(ctx.db)
  return plan
}
