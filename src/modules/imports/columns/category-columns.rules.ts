import {
  type AttributeKind,
  areDistinct,
  attributeKinds,
  attributeLimits,
  categoryLimits,
  fullNameOf,
  hasBrackets,
  hasLetters,
  slugOf,
} from '#rules/catalogue'
import { isBlank, isOneLine, isPlainLines } from '#kernel/fields'
import { woundOfNumber } from '#kernel/tables/cells'
import { pictureKeyOf } from '#rules/media'
import { splitTags } from './tags.rules.ts'
import type { Cells, RecordAt } from './cells.rules.ts'

/** The columns of a file of categories: what a category says of itself, and one of its attributes. */
export const categoryColumns = [
  'category',
  'category_address',
  'category_text',
  'category_hidden',
  'category_place',
  'category_picture',
  'attribute_name',
  'attribute_kind',
  'attribute_unit',
  'attribute_choices',
  'attribute_place',
] as const
export type CategoryColumn = (typeof categoryColumns)[number]

/** A category, by its path of names, and one attribute of its own, or none. What is null, the row says nothing of. */
export type CategoryRow = RecordAt & {
  kind: 'category'
  category: string
  /** The last part of its address. */
  address: string | null
  text: string | null
  hidden: boolean | null
  /** Among those beside it, the first 1. */
  place: number | null
  /** The key of its picture. */
  picture: string | null
  attribute: string | null
  attributeKind: AttributeKind | null
  unit: string | null
  choices: string[] | null
  attributePlace: number | null
}

export const categoryStaging = `file smallint, line integer, record text, category text, address text, text text, hidden boolean,
    place integer, picture text, attribute text, attribute_kind text, unit text, choices text[], attribute_place integer`

const mostPlace = 1_000_000

/** A row of a file of categories; what is wrong with it is collected in `read`. */
export function readCategoryRow(read: Cells, at: RecordAt): CategoryRow {
  if (!read.values.get('category')) read.complain('value-missing', 'category')
  const row = {
    ...at,
    kind: 'category' as const,
    category: readCategory(read) ?? '',
    address: readAddress(read),
    text: readText(read),
    hidden: read.yes('category_hidden'),
    place: read.whole('category_place', { least: 1, most: mostPlace }),
    picture: readPicture(read),
    attribute: readName(read),
    attributeKind: readKind(read),
    unit: readUnit(read),
    choices: readChoices(read),
    attributePlace: read.whole('attribute_place', { least: 1, most: mostPlace }),
  }
  const { attribute, attributeKind, unit, choices, attributePlace } = row
  const saysMore = [attributeKind, unit, choices, attributePlace].some(value => value !== null)
  if (saysMore && attribute === null && !read.values.get('attribute_name'))
    read.complain('value-missing', 'attribute_name')
  if (unit !== null && attributeKind !== null && attributeKind !== 'number') {
    read.complain('attribute-unit', 'attribute_unit', unit)
  }
  return row
}

/** A category by its name, or by the path of names that leads to it: `Brakes > Brake Pads`. */
export function readCategory(read: Cells): string | null {
  const typed = read.text('category', 1000)
  if (typed === null) return null
  const wound = woundOfNumber(typed)
  if (wound) return read.complain(wound, 'category', typed)
  const names = fullNameOf(typed).split(' > ')
  const isName = (name: string) => !isBlank(name) && name.length <= categoryLimits.name && isOneLine(name)
  if (names.length <= categoryLimits.depth && names.every(isName)) return names.join(' > ')
  return read.complain('category-malformed', 'category', typed)
}

function readText(read: Cells): string | null {
  const typed = read.text('category_text', categoryLimits.text)
  return typed === null || isPlainLines(typed) ? typed : read.complain('category-text', 'category_text', typed)
}

function readAddress(read: Cells): string | null {
  const typed = read.text('category_address', categoryLimits.slug)
  if (typed === null || typed === slugOf(typed)) return typed
  return read.complain('category-address', 'category_address', typed)
}

function readPicture(read: Cells): string | null {
  const typed = read.text('category_picture', 2000)
  return typed && (pictureKeyOf(typed, () => true) ?? typed)
}

function readName(read: Cells): string | null {
  const typed = read.text('attribute_name', attributeLimits.name)
  if (typed === null || (hasLetters(typed) && !hasBrackets(typed) && isOneLine(typed))) return typed
  return read.complain('attribute-name', 'attribute_name', typed)
}

function readKind(read: Cells): AttributeKind | null {
  const typed = read.text('attribute_kind')?.toLowerCase()
  if (!typed) return null
  return attributeKinds.find(kind => kind === typed) ?? read.complain('attribute-kind', 'attribute_kind', typed)
}

function readUnit(read: Cells): string | null {
  const typed = read.text('attribute_unit', attributeLimits.unit)
  if (typed === null || (!hasBrackets(typed) && isOneLine(typed))) return typed
  return read.complain('attribute-unit', 'attribute_unit', typed)
}

function readChoices(read: Cells): string[] | null {
  const typed = read.text('attribute_choices', attributeLimits.choices * attributeLimits.choice * 2)
  if (typed === null) return null
  const choices = splitTags(typed)
  const isChoice = (name: string) => name.length <= attributeLimits.choice && hasLetters(name) && isOneLine(name)
  const isTaken =
    choices.length > 0 && choices.length <= attributeLimits.choices && choices.every(isChoice) && areDistinct(choices)
  return isTaken ? choices : read.complain('attribute-choices', 'attribute_choices', typed)
}
