import { sql } from 'kysely'
import { refuse } from '../refusals.rules.ts'
import type { Context } from '#platform/context'
import { type Columns, opaque } from '#platform/database'
import { toolsByOrdinal } from '#services/catalogue'
import type { AnswerOf } from '#kernel/endpoint'
import type { Source } from '../fit/fit.contract.ts'
import type { numbersContract } from './numbers.contract.ts'
import { numberForPeople } from './gs1.rules.ts'
import { firstWord } from './numbers.server.ts'
import { type NumberKind, numberKinds } from '../finder.rules.ts'
import { chainMost } from './numbers.rules.ts'

type Numbers = AnswerOf<typeof numbersContract.listNumbers>
type NumberRow = Columns<'tool', 'ordinal'> &
  Columns<'part_number', 'value' | 'brand' | 'note'> & {
    kind: NumberKind | null
    source: Source | null
  }
type SubstituteRow = {
  relation: 'replaced-by' | 'replaces' | 'instead'
  brand: string | null
  value: string
  ordinal: number | null
}

/** The numbers of a tool, each once however many sources say it, and what can be taken instead of it. */
export async function listNumbers(ctx: Context, toolId: string): Promise<Numbers> {
  const { rows } = await sql<NumberRow>`
    select * from (
      select distinct on (part_number.kind, part_number.brand, part_number.folded)
        tool.ordinal, part_number.kind, part_number.value, part_number.brand, part_number.note, part_number.folded,
        case when data_source.id is not null then json_build_object('name', data_source.public_name,
          'date', case when data_source.public_name is not null then to_char(data_source.dated, 'YYYY-MM-DD') end,
          'isDemo', data_source.is_demo) end as source
      from tool
        left join part_number on part_number.tool_ordinal = tool.ordinal
        left join data_source on data_source.id = part_number.source_id
      where tool.id = ${opaque(toolId, 'uuid')} and tool.archived_at is null
      order by part_number.kind, part_number.brand, part_number.folded, part_number.id
    ) told
    order by array_position(${numberKinds}::text[], kind), brand, folded`.execute(ctx.db)
  const [first] = rows
  if (!first) throw refuse('tool-gone')
  const related = await readSubstitutes(ctx, first.ordinal)
  const tools = await toolsByOrdinal(
    ctx,
    related.flatMap(({ ordinal }) => ordinal ?? []),
  )
  return {
    numbers: rows.flatMap(({ kind, value, brand, note, source }) =>
      kind ? [{ kind, value: numberForPeople(kind, value), brand, note, source }] : [],
    ),
    substitutes: related.flatMap(({ ordinal, ...substitute }) => {
      const tool = ordinal === null ? null : (tools.get(ordinal) ?? null)
      // Another brand's part that is no longer sold is no help; a number of the same maker is, wherever it is sold.
      return tool || substitute.relation !== 'instead' ? [{ ...substitute, tool }] : []
    }),
  }
}

/**
 * The maker's newer numbers to the end of the chain, the older ones that lead here, and other brands' parts that replace
 * this one. A number means one thing only together with whose it is, so brands have to agree.
 */
async function readSubstitutes(ctx: Context, ordinal: number): Promise<SubstituteRow[]> {
  const { rows } = await sql<SubstituteRow>`
    with recursive own as (
      select folded, lower(brand) as brand from part_number
      where tool_ordinal = ${opaque(ordinal, 'integer')} and kind = 'own' and brand is not null
    ), newer as (
      select 1 as step, next.brand, next.new_number as value, next.new_folded as folded,
        array[own.folded, next.new_folded] as seen
      from own join supersession next on lower(next.brand) = own.brand and next.old_folded = own.folded and ${firstWord('next')}
      union all
      select step + 1, next.brand, next.new_number, next.new_folded, newer.seen || next.new_folded
      from newer join supersession next on lower(next.brand) = lower(newer.brand) and next.old_folded = newer.folded
        and ${firstWord('next')}
      where next.new_folded <> all (newer.seen) and step < ${chainMost}
    ), older as (
      select 1 as step, before.brand, before.old_number as value, before.old_folded as folded,
        array[own.folded, before.old_folded] as seen
      from own join supersession before on before.new_folded = own.folded and lower(before.brand) = own.brand
        and ${firstWord('before')}
      union all
      select step + 1, before.brand, before.old_number, before.old_folded, older.seen || before.old_folded
      from older join supersession before
        on before.new_folded = older.folded and lower(before.brand) = lower(older.brand)
        and ${firstWord('before')}
      where before.old_folded <> all (older.seen) and step < ${chainMost}
    ), related as (
      select 0 as part, step, 'replaced-by' as relation, brand, value, folded from newer
      union all select 1, step, 'replaces', brand, value, folded from older
    )
    select relation, brand, value, sold.ordinal
    from (
      select related.part, related.step, related.relation, related.brand, related.value, found.tool_ordinal
      from related left join part_number found
        on found.folded = related.folded and found.kind = 'own' and lower(found.brand) = lower(related.brand)
      union all
      select distinct 2, 0, 'instead', brand.name, coalesce(tool.part_number, tool.name), other.tool_ordinal
      from own
        join part_number other on other.folded = own.folded and other.kind = 'interchange'
          and lower(other.brand) = own.brand and other.tool_ordinal <> ${opaque(ordinal, 'integer')}
        join tool on tool.ordinal = other.tool_ordinal
        left join brand on brand.id = tool.brand_id
    ) found left join tool sold on sold.ordinal = found.tool_ordinal and sold.archived_at is null
    order by part, step, value, sold.ordinal`.execute(ctx.db)
  return rows
}
