import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context'
import { gtinPadding } from '#rules/finder'
import { countPartless, isLeftOut } from './partless.server.ts'
import { heldParts, isHeld } from './held.server.ts'
import { partRows } from './parts.server.ts'
import { noCounts } from '../import.rules.ts'
import { type Planned, countRows, isWhole, makeTable, noteProblems, staged } from '../staging/staging.server.ts'

/**
 * The numbers of parts, each once; and what replaces what, which needs no part of the shop. A number goes the way of the row of a
 * part that says it, and what refused rows say stays as it is (`is_refused`).
 */
export async function planNumbers(ctx: Context, planned: Planned): Promise<void> {
  const { number, sourceId, takesLast } = planned
  // A full list takes out what it lacks: of a number that it keeps it says what the source has said before.
  const storedRows = sql`
      union all
      select s.file, s.line, s.record, 'put', s.brand, s.part, old.kind, old.value, old.brand, old.note
      from ${staged('number', number)} s join ${staged('part_ref', number)} ref on ref.brand = s.brand and ref.part = s.part
        join part_number old on old.source_id = ${sourceId} and old.tool_ordinal = ref.ordinal and old.kind = s.kind
      where s.action = 'keep'`
  const stagedRows = sql`(
      select staged.*, refused.line is not null as is_refused, coalesce(refused.is_left_out, false) as is_left_out
      from (select * from ${staged('number', number)} where action <> 'keep' ${isWhole(planned, 'number') ? storedRows : sql``}) staged left join (
        select turned.file, turned.line, bool_and(${isLeftOut}) as is_left_out
        from ${partRows(number, takesLast)} turned join ${staged('part_plan', number)} plan on plan.key = turned.key
        where turned.turn > 1 or plan.problem is not null
        group by 1, 2
      ) refused on refused.file = staged.file and refused.line = staged.line)`
  await makeTable(
    ctx,
    { table: 'number_plan', number },
    sql`
    select distinct on (s.tool_ordinal, s.kind, s.folded, s.number_brand, s.action) s.*, old.id as old_id, old.value as old_value,
      old.note as old_note, old.source_id as old_source_id,
      s.kind = 'gtin' and s.action = 'put' and (
        s.owner <> s.tool_ordinal
        or exists (select from part_number other join tool on tool.ordinal = other.tool_ordinal and tool.archived_at is null
          where other.folded = s.folded and other.kind = 'gtin' and other.tool_ordinal <> s.tool_ordinal)) as is_taken
    from (
      select staged.*, ref.ordinal as tool_ordinal, fold_part_number(staged.value) as folded,
        first_value(ref.ordinal) over (partition by staged.kind, fold_part_number(staged.value)
          order by staged.is_refused, staged.file, staged.line) as owner
      from ${stagedRows} staged
        join ${staged('part_ref', number)} ref on ref.brand = staged.brand and ref.part = staged.part
      where staged.kind <> 'supersedes' and ref.ordinal is not null
    ) s
      left join part_number old on old.source_id = ${sourceId} and old.tool_ordinal = s.tool_ordinal and old.kind = s.kind and old.folded = s.folded
        and coalesce(old.brand, '') = coalesce(s.number_brand, '')
    where s.folded <> ''
    order by s.tool_ordinal, s.kind, s.folded, s.number_brand, s.action, s.is_refused, s.file, s.line`,
  )
  await makeTable(
    ctx,
    { table: 'replace_plan', number },
    sql`
    with replaced as materialized (select * from ${stagedRows} said where kind = 'supersedes'), ${numbersOfAnother(number)}
    select distinct on (lower(s.brand), fold_part_number(s.value)) s.*, old.id as old_id, old.source_id as old_source_id,
      old.new_folded as old_new_folded, fold_part_number(s.part) as new_folded, fold_part_number(s.value) as old_folded,
      exists (
        select from supersession other where lower(other.brand) = lower(s.brand) and other.source_id <> ${sourceId}
          and other.old_folded = fold_part_number(s.value) and other.new_folded <> fold_part_number(s.part)) as is_contested,
      (lower(s.brand), s.value) in (select * from of_another) as is_old_unclear,
      (lower(s.brand), s.part) in (select * from of_another) as is_new_unclear
    from replaced s
      left join supersession old on old.source_id = ${sourceId} and lower(old.brand) = lower(s.brand) and old.old_folded = fold_part_number(s.value)
    order by lower(s.brand), fold_part_number(s.value), s.is_refused, s.file, s.line`,
  )
}

/**
 * `of_another`: numbers of rows `replaced` that are, by their signs, others than that of the part of their maker that is compared alike, in
 * the shop or new in the files. Which is meant, nobody knows.
 */
const numbersOfAnother = (number: number) => sql`
    named as materialized (
      select distinct lower(brand) as brand_key, each_side.number, fold_part_number(each_side.number) as folded
      from replaced cross join lateral (values (value), (part)) as each_side (number)),
    of_another as materialized (
      select brand_key, number from (
        select named.brand_key, named.number, is_doubtful_number(named.number, own.value, own.tool_ordinal) as is_doubtful
        from named join part_number own on own.folded = named.folded and own.kind = 'own' and lower(own.brand) = named.brand_key
          join tool on tool.ordinal = own.tool_ordinal and tool.archived_at is null
        union all
        select named.brand_key, named.number, is_doubtful_number(named.number, added.part, added.tool_ordinal)
        from named join ${staged('part_plan', number)} added on added.folded = named.folded and added.brand_key = named.brand_key
        where added.is_new) alike
      group by 1, 2 having bool_and(is_doubtful))`

/** Rows of `number_plan` that say what a part has; and those of them that go in. Of a full list, the first alone keep a number. */
const saysNumber = sql`(plan.action = 'put' and not plan.is_taken)`
export const putsNumber = sql`(${saysNumber} and not plan.is_refused)`

/** The same of `replace_plan`. Another source's word stands. */
const saysReplacement = sql`(plan.brand <> '' and plan.old_folded <> '' and plan.new_folded <> ''
  and plan.old_folded <> plan.new_folded and not plan.is_contested
  and not plan.is_old_unclear and not plan.is_new_unclear)`
export const putsReplacement = sql`(${saysReplacement} and not plan.is_refused)`

/**
 * Rows `old` of the shop's numbers that an import takes out: those that its files say go, or that a full list lacks. `plan`: what the files
 * say of the tools of these.
 */
export function isNumberGone(planned: Planned, plan = staged('number_plan', planned.number)): RawBuilder<unknown> {
  const { number, sourceId } = planned
  return isWhole(planned, 'number')
    ? sql`old.source_id = ${sourceId} and not exists (
        select from ${plan} plan where plan.old_id = old.id and ${saysNumber})
        and not (${isHeld('number', number)})`
    : sql`old.source_id = ${sourceId} and old.id in (select old_id from ${plan} where action = 'delete')`
}

/** The same of what replaces what. */
export function isReplacementGone({ number, sourceId, nameless }: Planned): RawBuilder<unknown> {
  const isNamed = (parts: RawBuilder<unknown>) =>
    sql.join(
      (['old_folded', 'new_folded'] as const).map(
        side => sql`exists (select from ${parts} one
          where one.folded = old.${sql.ref(side)} and one.brand_key in ('', lower(old.brand)))`,
      ),
      sql` or `,
    )
  return sql`old.source_id = ${sourceId} and not exists (
      select from ${staged('replace_plan', number)} plan where plan.old_id = old.id and ${saysReplacement})
    and not (${isNamed(heldParts('number', number))}) ${nameless.part > 0 ? sql`and (${isNamed(staged('part_ref', number))})` : sql``}`
}

type Counted = { added: number; changed: number; unchanged: number; refused: number }

export async function countNumbers(ctx: Context, planned: Planned) {
  const { id, number, sourceId } = planned
  const isFull = isWhole(planned, 'number')
  const plan = staged('number_plan', number)
  const replaced = staged('replace_plan', number)
  const taken = await noteProblems(
    ctx,
    id,
    sql`select file, line, record, 'number' as field, 'gtin-taken' as code, regexp_replace(value, ${gtinPadding}, '') as value, 1 as times from ${plan} where is_taken`,
  )
  const notReplaced = await noteProblems(
    ctx,
    id,
    sql`select file, line, record, case when brand = '' then 'brand' else 'number' end as field,
        case when brand = '' then 'value-missing' when old_folded = new_folded then 'replaces-itself'
          when is_old_unclear or is_new_unclear then 'replaced-unclear' else 'replaced-otherwise' end as code,
        case when is_new_unclear then part else value end as value, 1 as times
      from ${replaced} plan where not ${saysReplacement} and not plan.is_refused`,
  )
  const twice = await noteProblems(
    ctx,
    id,
    sql`select s.file, s.line, s.record, 'number' as field, 'replaced-twice' as code, s.value, 1 as times
      from ${staged('number', number)} s join ${replaced} plan
        on lower(plan.brand) = lower(s.brand) and plan.old_folded = fold_part_number(s.value)
      where s.kind = 'supersedes' and fold_part_number(s.part) <> plan.new_folded`,
  )
  const { rows } = await sql<Counted & { removed: number }>`
    select count(*) filter (where ${putsNumber} and old_id is null)::integer as added,
      count(*) filter (where ${putsNumber} and old_source_id = ${sourceId} and (old_value, old_note) is distinct from (value, note))::integer as changed,
      count(*) filter (where action = 'delete' and old_source_id = ${sourceId})::integer as removed,
      count(*) filter (where ${putsNumber} and old_id is not null
        and not (old_source_id = ${sourceId} and (old_value, old_note) is distinct from (value, note)))::integer as unchanged,
      count(*) filter (where is_refused)::integer as refused
    from ${plan} plan where not is_taken`.execute(ctx.db)
  const own = rows[0] ?? { added: 0, changed: 0, removed: 0, unchanged: 0, refused: 0 }
  const { rows: more } = await sql<Counted & { leftOut: number }>`
    select count(*) filter (where ${putsReplacement} and old_id is null)::integer as added,
      count(*) filter (where ${putsReplacement} and old_id is not null and old_new_folded <> new_folded)::integer as changed,
      count(*) filter (where ${putsReplacement} and old_id is not null and old_new_folded = new_folded)::integer as unchanged,
      count(*) filter (where is_refused and not is_left_out)::integer as refused, count(*) filter (where is_left_out)::integer as "leftOut"
    from ${replaced} plan`.execute(ctx.db)
  const other = more[0] ?? { added: 0, changed: 0, unchanged: 0, refused: 0, leftOut: 0 }
  const partless = await countPartless(ctx, number, 'number')
  const of = await countRows(
    ctx,
    sql`select ((select count(*) from part_number where source_id = ${sourceId})
      + (select count(*) from supersession where source_id = ${sourceId}))::integer as count`,
  )
  const gone = sql<{ count: number }>`select ((select count(*) from part_number old where ${isNumberGone(planned)})
    + (select count(*) from supersession old where ${isReplacementGone(planned)}))::integer as count`
  const removed = isFull ? await countRows(ctx, gone) : own.removed
  return {
    counts: {
      ...noCounts(),
      added: own.added + other.added,
      changed: own.changed + other.changed,
      unchanged: own.unchanged + other.unchanged,
      removed,
      leftOut: other.leftOut + partless.leftOut,
      refused: taken + notReplaced + twice + own.refused + other.refused + partless.refused,
    },
    removal: isFull ? { rows: removed, of } : null,
  }
}
