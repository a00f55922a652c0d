import { type AttributeKind, slugOf } from '#rules/catalogue'
import { picturePath } from '#rules/media'
import { joinTags } from '../columns/tags.rules.ts'
import type { CategoryColumn, CategoryRow } from './category-row.rules.ts'

/** A row as it was staged. `key`: its category as names are compared. */
export type StagedCategory = Omit<CategoryRow, 'kind'> & { file: number; key: string }

export type KnownCategory = {
  id: string
  key: string
  full_name: string
  slug: string
  text: string
  is_hidden: boolean
  /** 0: nobody has put it in an order. */
  position: number
  picture: string | null
}

/** `key`: of its category. */
export type KnownAttribute = {
  id: string
  key: string
  name: string
  slug: string
  kind: AttributeKind
  unit: string
  choices: readonly string[]
  position: number
  /** By it parts keep what they say of it. */
  ordinal: number
  /** By which they keep each choice, and how many it ever had. */
  keys: readonly string[]
  choicesMade: number
}

/** What the shop has. */
export type CategoryShop = {
  categories: readonly KnownCategory[]
  attributes: readonly KnownAttribute[]
  /** Whose each address is, or was. */
  owners: ReadonlyMap<string, string>
  /** The keys of the pictures that the rows name. */
  pictures: ReadonlySet<string>
}

/** A cell that changes, as the shop writes it; '' where there was nothing. */
export type CellChange = { column: CategoryColumn; was: string; becomes: string }

/** What a category says of itself from now on: nothing of what is left out. */
export type CategorySaid = { slug?: string; text?: string; is_hidden?: boolean; position?: number; picture?: string }

/** An attribute as it becomes; without an id a new one. */
export type AttributeSaid = {
  id: string | null
  name: string
  kind: AttributeKind
  unit: string
  choices: readonly string[]
  /** Of each choice the number by which parts keep it, by its slug. */
  numbers: Record<string, string>
  position: number | null
  ordinal: number | null
}

/** What the shop writes of a place: nothing where nobody has put it in an order. */
export const placeText = (position: number): string => (position === 0 ? '' : String(position))

const change = (column: CategoryColumn, was: string | undefined, becomes: string): CellChange => ({
  column,
  was: was ?? '',
  becomes,
})

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no')

/** What a row says of its category, by columns. */
export function cellsSaid({ address, text, hidden, place, picture }: StagedCategory): [CategoryColumn, string][] {
  const cells: [CategoryColumn, string | null][] = [
    ['category_address', address],
    ['category_text', text],
    ['category_hidden', hidden === null ? null : yesOrNo(hidden)],
    ['category_place', place === null ? null : String(place)],
    ['category_picture', picture],
  ]
  return cells.flatMap(([column, value]) => (value === null ? [] : [[column, value]]))
}

/** What of it is another than the category has, but for the columns that a row before it has said. */
export function categorySaid(
  row: StagedCategory,
  known: KnownCategory | undefined,
  already: ReadonlyMap<CategoryColumn, string> | undefined,
): { said: CategorySaid; changes: CellChange[] } {
  const was = new Map<CategoryColumn, string>([
    ['category_address', known?.slug ?? ''],
    ['category_text', known?.text ?? ''],
    ['category_hidden', yesOrNo(known?.is_hidden ?? false)],
    ['category_place', placeText(known?.position ?? 0)],
    ['category_picture', known?.picture ?? ''],
  ])
  const changed = cellsSaid(row).filter(([column, value]) => was.get(column) !== value && !already?.has(column))
  const has = (column: CategoryColumn) => changed.some(([one]) => one === column)
  const { address, text, hidden, place, picture } = row
  const said: CategorySaid = {
    ...(has('category_address') && address !== null && { slug: address }),
    ...(has('category_text') && text !== null && { text }),
    ...(has('category_hidden') && hidden !== null && { is_hidden: hidden }),
    ...(has('category_place') && place !== null && { position: place }),
    ...(has('category_picture') && picture !== null && { picture }),
  }
  const shown = (column: CategoryColumn, value: string) =>
    column === 'category_picture' && value !== '' ? picturePath(value) : value
  return {
    said,
    changes: changed.map(([column, value]) => ({
      column,
      was: shown(column, was.get(column) ?? ''),
      becomes: shown(column, value),
    })),
  }
}

/** Those that the row says in their order, then those that it leaves out: none goes by a file. */
export function choicesAfter(said: readonly string[] | null, known: KnownAttribute | undefined): readonly string[] {
  const before = known?.choices ?? []
  if (said === null) return before
  const slugs = new Set(said.map(slugOf))
  return [...said, ...before.filter(name => !slugs.has(slugOf(name)))]
}

/** As the catalogue numbers them: those that are there keep their number, others get one that none ever had. */
function numbersOf(choices: readonly string[], known: KnownAttribute | undefined): Record<string, string> {
  const there = new Map(known?.choices.map((name, at) => [slugOf(name), known.keys[at]]))
  let made = known?.choicesMade ?? 0
  return Object.fromEntries(
    choices.map(slugOf).map(slug => {
      const key = there.get(slug)
      if (key === undefined) made += 1
      return [slug, key ?? String(made)]
    }),
  )
}

/** The attribute as the row makes it, and what of it is another than the shop has; null where the row is about none. */
export function attributeSaid(
  row: StagedCategory,
  known: KnownAttribute | undefined,
): { made: AttributeSaid | null; changes: CellChange[] } {
  const { attribute: name, attributeKind, unit, choices, attributePlace: position } = row
  if (name === null) return { made: null, changes: [] }
  const after = choicesAfter(choices, known)
  const made: AttributeSaid = {
    id: known?.id ?? null,
    ordinal: known?.ordinal ?? null,
    name,
    kind: known?.kind ?? attributeKind ?? 'text',
    unit: unit ?? known?.unit ?? '',
    choices: after,
    numbers: numbersOf(after, known),
    position,
  }
  const changes = [
    change('attribute_name', known?.name, made.name),
    change('attribute_kind', known?.kind, made.kind),
    change('attribute_unit', known?.unit, made.unit),
    change('attribute_choices', known && joinTags(known.choices), joinTags(made.choices)),
    ...(position === null ? [] : [change('attribute_place', known && placeText(known.position), String(position))]),
  ]
  return { made, changes: changes.filter(({ was, becomes }) => was !== becomes) }
}
