import { foldedName } from '#kernel/tables/column-names'
import { type Judgement, judgeValue, slugOf } from '#rules/catalogue'

/** `attribute:Outer diameter (mm)`, `attribute:Voltage [V]`: the column of an attribute, with its unit in brackets. */
export type AttributeColumn = { name: string; slug: string; unit: string }

/** The column of an attribute by the name that stands above it; undefined for any other column. */
export function attributeColumn(head: string): AttributeColumn | undefined {
  const [, written = ''] = /^attribute:(.*)$/is.exec(head.trim()) ?? []
  if (written === '') return undefined
  const label = written.replace(/\[([^[\]()]*)\]$/, '($1)')
  const [name = '', unit = '', ...more] = label.endsWith(')') ? label.slice(0, -1).split('(') : [label]
  if (name.trim() === '' || more.length > 0 || /[()]/.test(name + unit)) return undefined
  return { name: name.replaceAll(/\s+/g, ' ').trim(), slug: slugOf(name), unit: unit.trim() }
}

/** As `attributeColumn` reads it. `label`: name and unit of the attribute. */
export const columnOf = (label: string): string => `attribute:${label}`

/** How a cell looks, by itself. `bit`: 0 or 1. `zeros`: a number that would lose the zeros before it. `several`: figures, as `60/55`. */
export type Look = 'yes-no' | 'y' | 'n' | 'bit' | 'number' | 'zeros' | 'several' | 'other'

/**
 * A cell as each kind of attribute takes it, null where it does not: which kind it has to be, only the category of its part tells.
 */
export type AttributeCell = Omit<AttributeColumn, 'name'> & {
  /** What stands above the column, and in the cell. */
  column: string
  typed: string
  text: string | null
  number: string | null
  yes: string | null
  choice: string
  look: Look
}

export function readAttributeCell(column: string, typed: string): AttributeCell | undefined {
  const attribute = attributeColumn(column)
  if (!attribute || typed === '') return undefined
  const { slug, unit } = attribute
  const number = valueOf(judgeValue({ kind: 'number', choices: [] }, withPoint(inDecimals(typed, unit))))
  const yes = valueOf(judgeValue({ kind: 'yes-no', choices: [] }, yesOrNoWord(typed)))
  return {
    slug,
    unit,
    column,
    typed,
    text: valueOf(judgeValue({ kind: 'text', choices: [] }, typed)),
    number,
    yes,
    choice: slugOf(typed),
    look: lookOf({ typed, number, yes }),
  }
}

const inches = new Set(['in', 'inch', 'inches', 'zoll', '"', '″', 'pouces', 'pulgadas', 'pollici', 'polegadas', 'cale'])

/** `1 1/4"` in a column of inches as the number that it is, 1.25; anything else as it stands there. */
function inDecimals(typed: string, unit: string): string {
  if (!inches.has(unit.toLowerCase())) return typed
  const plain = typed
    .replaceAll(/[¼½¾⅛⅜⅝⅞]/g, sign => ` ${sign.normalize('NFKD').replace('\u2044', '/')}`)
    .replace(/\s*(?:"|″|''|in\.?|inch|zoll)$/i, '')
    .trim()
  const [, whole = '0', over = '', under = ''] = /^(?:(\d{1,3})[ -]\s*)?(\d{1,2})\/(2|4|8|16|32|64)$/.exec(plain) ?? []
  if (under === '') return /^\d+(?:[.,]\d+)?$/.test(plain) ? plain : typed
  return Number(over) < Number(under) ? String(Number(whole) + Number(over) / Number(under)) : typed
}

/** A decimal comma is one where it cannot stand between thousands: `12,5`, `0,125`, `1,2340`. */
const withPoint = (typed: string) =>
  /^[+-]?[1-9]\d{0,2},\d{3}$/.test(typed) ? typed : typed.replace(/^([+-]?\d+),(\d+)$/, '$1.$2')

const valueOf = (judged: Judgement): string | null => ('value' in judged ? judged.value : null)

/** `number`, `yes`: the cell as attributes of these kinds take it; null where they do not. */
function lookOf({ typed, number, yes }: { typed: string; number: string | null; yes: string | null }): Look {
  if (number !== null) return /^[+-]?0\d/.test(typed.trim()) ? 'zeros' : yes === null ? 'number' : 'bit'
  if (yes === null) return isOfSeveral(typed) ? 'several' : 'other'
  if (typed.trim().length > 1) return 'yes-no'
  return yes === 'yes' ? 'y' : 'n'
}

/** `60/55`, `10 x 20`: figures and signs alone. */
function isOfSeveral(typed: string): boolean {
  const figures = typed.replaceAll(/(?<=\d)\s*x\s*(?=\d)/gi, '/')
  return !/\p{L}/u.test(figures) && (figures.match(/\d[\d.,]*/g) ?? []).length > 1
}

const yesWords = new Set(['ja', 'j', 'oui', 'si', 'sim', 'tak', 'wahr', 'vrai'])
const noWords = new Set(['nein', 'non', 'nee', 'nao', 'nie', 'falsch', 'faux'])

/** A yes or no in the languages in which most lists come, in English; anything else as it is. */
export function yesOrNoWord(typed: string): string {
  const word = foldedName(typed)
  return yesWords.has(word) ? 'yes' : noWords.has(word) ? 'no' : typed
}
