import { attributeColumn } from '#rules/imports'

/**
 * A column of a list as an attribute that the shop does not have yet, called as it is in the list: `Farbe`, `Höhe (mm)`. Undefined where it
 * is one already. `attributes`: the columns of those that the shop has.
 */
export function ownAttribute(head: string, attributes: readonly string[]): string | undefined {
  const column = `attribute:${head}`
  const own = attributeColumn(column)
  const isKnown = attributes.some(name => {
    const known = attributeColumn(name)
    return known?.slug === own?.slug && known?.unit === own?.unit
  })
  return own && !isKnown && attributeColumn(head) === undefined ? column : undefined
}
