import type { Context } from '#platform/context'
import { labelOf, slugOf } from '#rules/catalogue'
import { type Definition, type StoredAttributes, readDefinitions, sayValue } from '#services/catalogue'
import type { PlannedRow } from '../categories/plan.server.ts'
import { columnOf } from '../columns/attribute-columns.rules.ts'
import type { ImportChange } from '../imports.contract.ts'
import type { PlannedAttribute } from '../plan/attributes/plan.server.ts'

type Change = ImportChange['changes'][number]
type Attribute = Pick<Definition, 'name' | 'unit' | 'kind' | 'choices'>

/** What an import makes: attributes that parts name, and rows about categories. */
type Made = { attributes: readonly PlannedAttribute[]; rows: readonly PlannedRow[] }

/** Says how the attributes of a part change, by what it keeps of them and what the files say; those that the import makes, too. */
export async function attributeChanges(ctx: Context, { attributes, rows }: Made) {
  const byOrdinal = new Map<string, Attribute>((await readDefinitions(ctx)).map(one => [String(one.ordinal), one]))
  for (const one of attributes) byOrdinal.set(String(one.ordinal), asMade(one))
  for (const { ordinal, made } of rows)
    if (made !== null && ordinal !== null) byOrdinal.set(String(ordinal), asMade(made))
  return (before: StoredAttributes, after: StoredAttributes): Change[] =>
    Object.entries(after).flatMap(([ordinal, value]) => {
      const attribute = byOrdinal.get(ordinal)
      if (!attribute) return []
      const wordOf = (stored: string | undefined) => sayValue(attribute, stored)?.label ?? ''
      const [was, becomes] = [wordOf(before[ordinal]), wordOf(value)]
      return was === becomes ? [] : [{ column: columnOf(labelOf(attribute)), was, becomes }]
    })
}

type AttributeFacts = Pick<PlannedAttribute, 'name' | 'unit' | 'kind' | 'numbers'> & { choices: readonly string[] }

const asMade = ({ name, unit, kind, choices, numbers }: AttributeFacts): Attribute => ({
  name,
  unit,
  kind: kind ?? 'text',
  choices: choices.map(name => ({ key: Number(numbers[slugOf(name)]), name, slug: slugOf(name) })),
})
