import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Removal } from '../import.rules.ts'
import { type Planned, countRows, noteProblems, staged } from '../staging/staging.server.ts'

/**
 * Parts that their source has listed before, and that its new list lacks. What becomes of them somebody has said with the files:
 * they go out of stock, or out of the shop. A part is in a list as long as any row names it, one that was refused too; where a row
 * names none that can be read, nobody knows what the list lacks, and nothing becomes of any.
 */

const isNameless = (rows: Planned['nameless'], ...kinds: (keyof Planned['nameless'])[]) =>
  kinds.some(kind => rows[kind] > 0)

/** Adds them to the plan: such a part is none of its rows, and says nothing but that it goes. */
export async function planUnlisted(ctx: Context, { number, sourceId, unlisted, nameless }: Planned): Promise<void> {
  if (!unlisted || isNameless(nameless, 'fitment', 'number', 'part')) return
  const isGone = unlisted === 'archived'
  await sql`
    insert into ${staged('part_plan', number)} (key, brand_key, folded, ordinal, tool_ordinal, is_ambiguous, file, brand, part, rows,
      is_gone, stock, is_new, is_raised, is_unlisted, place)
    select '#' || ordinal, brand_key, folded, ordinal, ordinal, false, 0, brand, part_number, 0,
      ${isGone}, ${isGone ? null : 0}::integer, false, false, true,
      (select coalesce(max(place), 0) from ${staged('part_plan', number)}) + row_number() over (order by ordinal)
    from ${lackingParts({ number, sourceId })} lacking where ${isGone ? sql`true` : sql`on_hand > reserved`}`.execute(
    ctx.db,
  )
}

/** Parts on sale that the source has listed, and that no row of the files names. */
const lackingParts = ({ number, sourceId }: Pick<Planned, 'number' | 'sourceId'>) => sql`(
    select had.* from (
      select tool.ordinal, tool.part_number, tool.on_hand, tool.reserved, fold_part_number(tool.part_number) as folded,
        coalesce(brand.name, '') as brand, lower(coalesce(brand.name, '')) as brand_key
      from source_part listed join tool on tool.id = listed.tool_id and tool.archived_at is null and tool.part_number is not null
        left join brand on brand.id = tool.brand_id
      where listed.source_id = ${sourceId}) had
    where not exists (select from ${staged('part_ref', number)} ref where ref.ordinal = had.ordinal)
      and not exists (select from ${staged('part_ref', number)} ref
        where ref.folded = had.folded and ref.brand_key in ('', had.brand_key)))`

/** How many they are, of all that the source has; null where nothing was said of them. */
export async function unlistedRemoval(ctx: Context, { number, sourceId, unlisted }: Planned): Promise<Removal | null> {
  if (!unlisted) return null
  const rows = await countRows(
    ctx,
    sql`select count(*)::integer as count from ${staged('part_plan', number)} where is_unlisted`,
  )
  const of = await countRows(
    ctx,
    sql`select count(*)::integer as count from source_part listed join tool on tool.id = listed.tool_id
      where listed.source_id = ${sourceId} and tool.archived_at is null`,
  )
  return rows === 0 ? null : { rows, of, unlisted }
}

/** Tells which they are, or why it is not known; where nothing becomes of them, how many they are, where the files name four times as many: others are no list of all. */
export async function noteUnlisted(ctx: Context, planned: Planned): Promise<void> {
  const { id, number, sourceId, unlisted, nameless } = planned
  const isUnknown = unlisted
    ? isNameless(nameless, 'fitment', 'number', 'part')
    : isNameless(nameless, 'number', 'part') && planned.full.includes('number') && planned.sourceId > 0
  if (!isUnknown && !unlisted) {
    if (isNameless(nameless, 'part') || sourceId === 0) return
    await noteProblems(
      ctx,
      id,
      sql`
      select 0 as file, null::integer as line, null::text as record, 'part_number' as field, 'unlisted-kept' as code,
        (array_agg(trim(brand || ' ' || part_number) order by ordinal))[1] as value, count(*)::integer as times
      from ${lackingParts(planned)} lacking
        having count(*) between 1 and (select count(*) / 4 from ${staged('part_plan', number)} where tool_ordinal is not null)`,
    )
    return
  }
  const code = sql.lit(isUnknown ? 'unlisted-unknown' : `unlisted-${unlisted ?? ''}`)
  await noteProblems(
    ctx,
    id,
    isUnknown
      ? sql`select 0 as file, null::integer as line, null::text as record, 'part_number' as field, ${code} as code, null::text as value, 1 as times`
      : sql`select file, null::integer as line, null::text as record, 'part_number' as field, ${code} as code,
          trim(brand || ' ' || part) as value, 1 as times
        from ${staged('part_plan', number)} where is_unlisted`,
  )
}

/** Writes down which parts the source has by now: those of the files, also where their rows were refused. */
export async function commitListed(ctx: Context, { id, number, sourceId }: Planned): Promise<void> {
  await sql`
    insert into source_part (source_id, tool_id, import_id)
    select ${sourceId}, tool.id, ${id} from ${staged('part_plan', number)} plan join tool on tool.ordinal = plan.tool_ordinal
    where not plan.is_unlisted and not coalesce(plan.is_gone, false) and tool.archived_at is null
    on conflict do nothing`.execute(ctx.db)
}

/** What an import was the first to list, its source has no more. */
export async function undoListed(ctx: Context, id: string): Promise<void> {
  await sql`delete from source_part where import_id = ${id}`.execute(ctx.db)
}
