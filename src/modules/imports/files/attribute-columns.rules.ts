import { type Judgement, judgeValue, slugOf } from '#rules/catalogue'

/** `attribute:Outer diameter (mm)`: the column of an attribute, with its unit in brackets. */
export type AttributeColumn = { slug: string; unit: string }

/** The column of an attribute by the name that stands above it; undefined for any other column. */
export function attributeColumn(head: string): AttributeColumn | undefined {
  const [, name, unit = ''] = /^attribute:\s*([^()]*?)\s*(?:\(([^()]*)\))?$/i.exec(head.trim()) ?? []
  return name ? { slug: slugOf(name), unit: unit.trim() } : undefined
}

/** As `attributeColumn` reads it. `label`: name and unit of the attribute. */
export const columnOf = (label: string): string => `attribute:${label}`

/**
 * A cell as each kind of attribute takes it, null where it does not: which kind it has to be, only the category of its part tells.
 */
export type AttributeCell = AttributeColumn & {
  /** What stands above the column, and in the cell. */
  column: string
  typed: string
  text: string | null
  number: string | null
  yes: string | null
  choice: string
}

export function readAttributeCell(column: string, typed: string): AttributeCell | undefined {
  const attribute = attributeColumn(column)
  if (!attribute || typed === '') return undefined
  return {
    ...attribute,
    column,
    typed,
    text: valueOf(judgeValue({ kind: 'text', choices: [] }, typed)),
    number: valueOf(judgeValue({ kind: 'number', choices: [] }, typed)),
    yes: valueOf(judgeValue({ kind: 'yes-no', choices: [] }, typed)),
    choice: slugOf(typed),
  }
}

const valueOf = (judged: Judgement): string | null => ('value' in judged ? judged.value : null)
