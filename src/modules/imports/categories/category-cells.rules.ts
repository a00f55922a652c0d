import { type AttributeKind, slugOf } from '#rules/catalogue'
import { picturePath } from '#rules/media'
import { joinTags } from '../columns/tags.rules.ts'
import type { CategoryColumn, CategoryRow } from '../columns/category-columns.rules.ts'

/** A row as it was staged. `key`: its category as names are compared. */
export type StagedCategory = Omit<CategoryRow, 'kind'> & { file: number; key: string }

export type ShopCategory = {
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
export type ShopAttribute = {
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
  categories: readonly ShopCategory[]
  attributes: readonly ShopAttribute[]
  /** Whose each address is, or was. */
  owners: ReadonlyMap<string, string>
  /** The keys of the pictures that the rows name. */
  pictures: ReadonlySet<string>
}

/** A cell that changes, as the shop writes it; '' where there was nothing. */
export type CellChange = { column: CategoryColumn; was: string; becomes: string }

/** The fields of a category that a row changes; the others stay as they are. */
export type CategoryUpdate = { slug?: string; text?: string; is_hidden?: boolean; position?: number; picture?: string }

/** An attribute as it becomes; without an id a new one. */
export type AttributeUpdate = {
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

/** The filled cells of a row about its category. */
export function filledCells({ address, text, hidden, place, picture }: StagedCategory): [CategoryColumn, string][] {
  const cells: [CategoryColumn, string | null][] = [
    ['category_address', address],
    ['category_text', text],
    ['category_hidden', hidden === null ? null : yesOrNo(hidden)],
    ['category_place', place === null ? null : String(place)],
    ['category_picture', picture],
  ]
  return cells.flatMap(([column, value]) => (value === null ? [] : [[column, value]]))
}

/** The cells of a row that differ from the category, without the columns that an earlier row has filled. */
export function updateOfCategory(
  row: StagedCategory,
  existing: ShopCategory | undefined,
  already: ReadonlyMap<CategoryColumn, string> | undefined,
): { update: CategoryUpdate; changes: CellChange[] } {
  const was = new Map<CategoryColumn, string>([
    ['category_address', existing?.slug ?? ''],
    ['category_text', existing?.text ?? ''],
    ['category_hidden', yesOrNo(existing?.is_hidden ?? false)],
    ['category_place', placeText(existing?.position ?? 0)],
    ['category_picture', existing?.picture ?? ''],
  ])
  const changed = filledCells(row).filter(([column, value]) => was.get(column) !== value && !already?.has(column))
  const has = (column: CategoryColumn) => changed.some(([one]) => one === column)
  const { address, text, hidden, place, picture } = row
  const update: CategoryUpdate = {
    ...(has('category_address') && address !== null && { slug: address }),
    ...(has('category_text') && text !== null && { text }),
    ...(has('category_hidden') && hidden !== null && { is_hidden: hidden }),
    ...(has('category_place') && place !== null && { position: place }),
    ...(has('category_picture') && picture !== null && { picture }),
  }
  const shown = (column: CategoryColumn, value: string) =>
    column === 'category_picture' && value !== '' ? picturePath(value) : value
  return {
    update,
    changes: changed.map(([column, value]) => ({
      column,
      was: shown(column, was.get(column) ?? ''),
      becomes: shown(column, value),
    })),
  }
}

/** The choices of the row in their order, then the existing ones that it leaves out: a file removes none. */
export function choicesAfter(
  choices: readonly string[] | null,
  existing: ShopAttribute | undefined,
): readonly string[] {
  const before = existing?.choices ?? []
  if (choices === null) return before
  const slugs = new Set(choices.map(slugOf))
  return [...choices, ...before.filter(name => !slugs.has(slugOf(name)))]
}

/** As the catalogue numbers them: those that are there keep their number, others get one that none ever had. */
function numbersOf(choices: readonly string[], existing: ShopAttribute | undefined): Record<string, string> {
  const there = new Map(existing?.choices.map((name, at) => [slugOf(name), existing.keys[at]]))
  let made = existing?.choicesMade ?? 0
  return Object.fromEntries(
    choices.map(slugOf).map(slug => {
      const key = there.get(slug)
      if (key === undefined) made += 1
      return [slug, key ?? String(made)]
    }),
  )
}

/** The attribute as the row makes it, and the cells that differ from the shop's; null where the row has no attribute. */
export function updateOfAttribute(
  row: StagedCategory,
  existing: ShopAttribute | undefined,
): { made: AttributeUpdate | null; changes: CellChange[] } {
  const { attribute: name, attributeKind, unit, choices, attributePlace: position } = row
  if (name === null) return { made: null, changes: [] }
  const after = choicesAfter(choices, existing)
  const made: AttributeUpdate = {
    id: existing?.id ?? null,
    ordinal: existing?.ordinal ?? null,
    name,
    kind: existing?.kind ?? attributeKind ?? 'text',
    unit: unit ?? existing?.unit ?? '',
    choices: after,
    numbers: numbersOf(after, existing),
    position,
  }
  const changes = [
    change('attribute_name', existing?.name, made.name),
    change('attribute_kind', existing?.kind, made.kind),
    change('attribute_unit', existing?.unit, made.unit),
    change('attribute_choices', existing && joinTags(existing.choices), joinTags(made.choices)),
    ...(position === null
      ? []
      : [change('attribute_place', existing && placeText(existing.position), String(position))]),
  ]
  return { made, changes: changes.filter(({ was, becomes }) => was !== becomes) }
}
