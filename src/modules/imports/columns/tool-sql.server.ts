import { type RawBuilder, sql } from 'kysely'
import type { StoredValue, Stored } from './tool-column.rules.ts'
import { type ToolColumnName, eachToolColumn, toolColumnNames } from './tool-columns.rules.ts'

/** The plain columns of a tool in the statements of plan, commit, undo and export. `plan`, `tool`, `change`, `old`: their rows there. */

const each = eachToolColumn.flatMap(({ name, stored }) => stored.map(one => ({ name, ...one })))

const valueOf = ({ name, value }: Stored & { name: string }) => value ?? `plan.${name}`

/** Columns of the table `tool` that files say plainly. */
export const toolFields: readonly string[] = each.map(({ column }) => column)

/** By column, the last value that the rows `s` of several files have for one part. */
export const lastValues: RawBuilder<unknown> = sql.raw(
  toolColumnNames
    .map(name => `(array_agg(s.${name} order by s.file desc) filter (where s.${name} is not null))[1] as ${name}`)
    .join(', '),
)

/** Whether a part's row changes its tool, by column. */
export const plainChanges = Object.fromEntries(
  eachToolColumn.map(({ name, stored }) => {
    const differs = stored.map(one => `${valueOf({ name, ...one })} is distinct from tool.${one.column}`)
    return [name, sql.raw<boolean>(`(plan.${name} is not null and (${differs.join(' or ')}))`)]
  }),
) as Record<ToolColumnName, RawBuilder<boolean>>

/** For an insert: the columns, and what a new part has in them. */
export const freshColumns: RawBuilder<unknown> = sql.raw(toolFields.join(', '))
export const freshValues: RawBuilder<unknown> = sql.raw(
  each.map(one => `case when plan.${one.name} is null then ${one.fresh ?? 'null'} else ${valueOf(one)} end`).join(', '),
)

/** For an update of a tool: what the files say, or what it was. */
export const changedValues: RawBuilder<unknown> = sql.raw(
  each
    .map(one => `${one.column} = case when plan.${one.name} is null then tool.${one.column} else ${valueOf(one)} end`)
    .join(', '),
)

/** For an update of a tool: as the change found it. One of an earlier release knows nothing of a column that came later. */
export const formerValues: RawBuilder<unknown> = sql.raw(
  each
    .map(({ column }) => `${column} = case when change.before ? '${column}' then old.${column} else tool.${column} end`)
    .join(', '),
)

/** For a preview: what a tool has, and what the plan makes of it, by the columns of the table `tool`. */
export const valuesBefore: RawBuilder<unknown> = sql.raw(
  `jsonb_build_object(${toolFields.map(column => `'${column}', tool.${column}`).join(', ')})`,
)
export const valuesAfter: RawBuilder<unknown> = sql.raw(
  `jsonb_build_object(${each.map(one => `'${one.column}', ${afterOf(one)}`).join(', ')})`,
)

function afterOf(one: (typeof each)[number]): string {
  return `case when plan.${one.name} is not null then ${valueOf(one)} when plan.is_new then ${one.fresh ?? 'null'} else tool.${one.column} end`
}

/** The names of the columns that the files fill. */
export const filledColumns: RawBuilder<unknown> = sql.raw(
  `array_remove(array[${toolColumnNames.map(name => `case when plan.${name} is not null then '${name}' end`).join(', ')}], null)`,
)

/** For an export. */
export const exportedFields: RawBuilder<unknown> = sql.raw(each.map(({ column }) => `tool.${column}`).join(', '))

/** The plain cells of a tool as they are written, by the names of their columns. */
export function exportedCells(row: Record<string, unknown>, currency: string): Map<string, string> {
  return new Map(
    eachToolColumn.map(({ name, stored, write }) => [
      name,
      write(
        stored.map(({ column }) => row[column] as StoredValue),
        currency,
      ),
    ]),
  )
}
