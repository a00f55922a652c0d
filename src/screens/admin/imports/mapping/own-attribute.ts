import { type ProposedColumn, attributeColumn, mayBeAttribute } from '#rules/imports'

/**
 * A column of a list as an attribute that the shop does not have yet, called as it is in the list: `Farbe`, `Höhe (mm)`. Undefined where it
 * is one already. `attributes`: the columns of those that the shop has.
 */
export function ownAttribute(head: string, attributes: readonly string[]): string | undefined {
  const column = `attribute:${head}`
  const isValid = attributeColumn(column) !== undefined && attributeColumn(head) === undefined
  return isValid && knownAttribute(column, attributes) === undefined ? column : undefined
}

/** The shop's own column of this attribute, however it is written. */
function knownAttribute(column: string, attributes: readonly string[]): string | undefined {
  const own = attributeColumn(column)
  return attributes.find(name => {
    const other = attributeColumn(name)
    return other?.slug === own?.slug && other?.unit === own?.unit
  })
}

/** Whether some of these columns are attributes that the shop does not have yet. */
export const addsAttributes = (columns: readonly ProposedColumn[], attributes: readonly string[]): boolean =>
  columns.some(({ column }) => attributeColumn(column) && knownAttribute(column, attributes) === undefined)

/** What all columns that are left out become as attributes, by their heads: each attribute once, and no money. */
export function leftAsAttributes(
  columns: readonly ProposedColumn[],
  attributes: readonly string[],
): ReadonlyMap<string, string> {
  const taken = new Set(columns.map(({ column }) => attributeColumn(column)?.slug))
  const columnsByHead = new Map<string, string>()
  for (const one of columns) {
    const column = knownAttribute(`attribute:${one.head}`, attributes) ?? ownAttribute(one.head, attributes)
    const slug = column && attributeColumn(column)?.slug
    if (!slug || taken.has(slug) || !mayBeAttribute(one)) continue
    taken.add(slug)
    columnsByHead.set(one.head, column)
  }
  return columnsByHead
}
