import { type AttributeKind, attributeLimits, categoryLimits, slugOf } from '#rules/catalogue'
import { joinTags } from '../columns/tags.rules.ts'
import type { ProblemCode } from '../import.rules.ts'
import {
  type AttributeUpdate,
  type CategoryUpdate,
  type CategoryShop,
  type CellChange,
  type ShopAttribute,
  type ShopCategory,
  type StagedCategory,
  updateOfAttribute,
  updateOfCategory,
  filledCells,
  choicesAfter,
} from './category-cells.rules.ts'
import type { CategoryColumn } from '../columns/category-columns.rules.ts'

type Wrong = { code: ProblemCode; field: CategoryColumn; value: string | null }

export type JudgedRow = Pick<StagedCategory, 'file' | 'line' | 'record' | 'key'> & {
  category: string
  /** The attribute that it is about; '' where it is about the category alone. */
  attribute: string
  outcome: 'added' | 'changed' | 'unchanged' | 'refused'
  wrong: Wrong | null
  /** The category's id; null where it is new. */
  id: string | null
  isNew: boolean
  update: CategoryUpdate
  made: AttributeUpdate | null
  changes: readonly CellChange[]
}

/**
 * What becomes of each row, in the order of the files: those before it count. A category is told by its whole path, an attribute by its
 * category and its name; nothing goes because a file lacks it.
 */
export function judgeCategories(
  rows: readonly StagedCategory[],
  shop: CategoryShop,
  options: { createCategories: boolean },
): JudgedRow[] {
  const judge = new CategoryJudge(rows, shop, options)
  return rows.map(row => judge.take(row))
}

const above = (key: string) => (key.includes(' > ') ? key.slice(0, key.lastIndexOf(' > ')) : undefined)
const isBelow = (key: string, upper: string) => key.startsWith(`${upper} > `)

class CategoryJudge {
  readonly #shop: CategoryShop
  readonly #mayCreate: boolean
  readonly #categories: ReadonlyMap<string, ShopCategory>
  /** Categories that the rows make. */
  readonly #made = new Set<string>()
  /** By category, the cells that earlier rows have filled. */
  readonly #cells = new Map<string, Map<CategoryColumn, string>>()
  /** By category, the address that the first row gives it: one below it stands there, whichever row comes first. */
  readonly #slugs = new Map<string, string>()
  readonly #claimed = new Map<string, string>()
  /** By slug. */
  readonly #attributes: Map<string, Pick<ShopAttribute, 'key' | 'name'>[]>
  readonly #own = new Map<string, number>()
  readonly #shopAttributes: ReadonlyMap<string, ShopAttribute>
  readonly #takenAttributes = new Set<string>()
  #attributesAll: number

  constructor(
    rows: readonly StagedCategory[],
    shop: CategoryShop,
    { createCategories }: { createCategories: boolean },
  ) {
    this.#shop = shop
    this.#mayCreate = createCategories
    this.#categories = new Map(shop.categories.map(category => [category.key, category]))
    for (const { key, address } of rows) if (address !== null && !this.#slugs.has(key)) this.#slugs.set(key, address)
    this.#attributes = Map.groupBy<string, Pick<ShopAttribute, 'key' | 'name' | 'slug'>>(
      shop.attributes,
      ({ slug }) => slug,
    )
    for (const { key } of shop.attributes) this.#own.set(key, (this.#own.get(key) ?? 0) + 1)
    this.#attributesAll = shop.attributes.length
    this.#shopAttributes = new Map(
      shop.attributes.map(attribute => [nameKey({ ...attribute, attribute: attribute.name }), attribute]),
    )
  }

  take(row: StagedCategory): JudgedRow {
    const existing = this.#categories.get(row.key)
    const { file, line, record, key, category, attribute } = row
    const judged = { file, line, record, key, category: existing?.full_name ?? category, attribute: attribute ?? '' }
    const wrong =
      this.#wrongCategory(row) ??
      this.#wrongRepeat(row) ??
      this.#wrongAddress(row) ??
      this.#wrongPicture(row) ??
      this.#wrongAttribute(row)
    const id = existing?.id ?? null
    if (wrong) return { ...judged, id, outcome: 'refused', wrong, isNew: false, update: {}, made: null, changes: [] }
    const isNew = !existing && !this.#made.has(key)
    const { update, changes } = updateOfCategory(row, existing, this.#cells.get(key))
    const { made, changes: more } = updateOfAttribute(row, this.#existingAttribute(row))
    this.#keep(row)
    const isAdded = isNew || (made !== null && made.id === null)
    const all = [...changes, ...more]
    const outcome = isAdded ? 'added' : all.length > 0 ? 'changed' : 'unchanged'
    return {
      ...judged,
      id,
      outcome,
      wrong: null,
      isNew,
      update,
      made: more.length > 0 ? made : null,
      changes: all,
    }
  }

  #wrongCategory({ key, category }: StagedCategory): Wrong | undefined {
    if (this.#isThere(key)) return undefined
    if (!this.#mayCreate) return { code: 'category-unknown', field: 'category', value: category }
    const isFull = this.#categories.size + this.#made.size + this.#missing(key).length > categoryLimits.all
    return isFull ? { code: 'categories-too-many', field: 'category', value: category } : undefined
  }

  #isThere(key: string): boolean {
    return this.#categories.has(key) || this.#made.has(key)
  }

  /** It, and those that it is in, as far as they are not there. */
  #missing(key: string): string[] {
    const upper = above(key)
    if (this.#isThere(key)) return []
    return [...(upper === undefined ? [] : this.#missing(upper)), key]
  }

  #wrongRepeat(row: StagedCategory): Wrong | undefined {
    const cells = this.#cells.get(row.key)
    const other = filledCells(row).find(([column, value]) => (cells?.get(column) ?? value) !== value)
    return other && { code: 'category-otherwise', field: other[0], value: other[1] }
  }

  #wrongAddress({ key, address }: StagedCategory): Wrong | undefined {
    const existing = this.#categories.get(key)
    if (address === null || existing?.slug === address) return undefined
    const path = this.#pathOf(key)
    if (path === undefined) return undefined
    const owner = this.#shop.owners.get(path)
    const isTaken = (owner !== undefined && owner !== existing?.id) || (this.#claimed.get(path) ?? key) !== key
    return isTaken ? { code: 'category-address-taken', field: 'category_address', value: address } : undefined
  }

  /** The address that it has in the end; undefined where that is made of new names. */
  #pathOf(key: string): string | undefined {
    const slug = this.#slugs.get(key) ?? this.#categories.get(key)?.slug
    const upper = above(key)
    if (slug === undefined || upper === undefined) return slug
    const path = this.#pathOf(upper)
    return path === undefined ? undefined : `${path}/${slug}`
  }

  #wrongPicture({ picture }: StagedCategory): Wrong | undefined {
    if (picture === null || this.#shop.pictures.has(picture)) return undefined
    return { code: 'picture-unknown', field: 'category_picture', value: picture }
  }

  #wrongAttribute(row: StagedCategory): Wrong | undefined {
    const { key, attribute, attributeKind: kind, unit } = row
    if (attribute === null) return undefined
    if (this.#takenAttributes.has(nameKey(row)))
      return { code: 'attribute-twice', field: 'attribute_name', value: attribute }
    const existing = this.#existingAttribute(row)
    if (existing && kind !== null && kind !== existing.kind) {
      return { code: 'attribute-kind-differs', field: 'attribute_kind', value: kind }
    }
    if (existing && unit !== null && existing.kind !== 'number') {
      return { code: 'attribute-unit', field: 'attribute_unit', value: unit }
    }
    return this.#wrongChoices(row, existing) ?? (existing ? undefined : this.#wrongNew({ key, attribute, kind }))
  }

  #wrongChoices({ choices, attributeKind }: StagedCategory, existing: ShopAttribute | undefined): Wrong | undefined {
    const isOfChoices = (existing?.kind ?? attributeKind) === 'choice'
    const value = choices && joinTags(choices)
    const isRight = isOfChoices
      ? choicesAfter(choices, existing).length > 0 && choicesAfter(choices, existing).length <= attributeLimits.choices
      : choices === null
    return isRight ? undefined : { code: 'attribute-choices', field: 'attribute_choices', value }
  }

  #wrongNew({ key, attribute, kind }: { key: string; attribute: string; kind: AttributeKind | null }) {
    const wrong = (code: ProblemCode, field: CategoryColumn = 'attribute_name'): Wrong => ({
      code,
      field,
      value: attribute,
    })
    if (kind === null) return { ...wrong('value-missing', 'attribute_kind'), value: null }
    const namesakes = this.#attributes.get(slugOf(attribute)) ?? []
    if (namesakes.some(other => isBelow(key, other.key) || isBelow(other.key, key)))
      return wrong('attribute-name-taken')
    const isFull = (this.#own.get(key) ?? 0) >= attributeLimits.own || this.#attributesAll >= attributeLimits.all
    return isFull ? wrong('attributes-too-many') : undefined
  }

  #existingAttribute(row: StagedCategory): ShopAttribute | undefined {
    return row.attribute === null ? undefined : this.#shopAttributes.get(nameKey(row))
  }

  /** What the row says counts for those behind it. */
  #keep(row: StagedCategory): void {
    const { key, attribute, address } = row
    for (const missing of this.#missing(key)) this.#made.add(missing)
    const cells = this.#cells.get(key) ?? new Map<CategoryColumn, string>()
    for (const [column, value] of filledCells(row)) cells.set(column, value)
    this.#cells.set(key, cells)
    const path = address === null ? undefined : this.#pathOf(key)
    if (path !== undefined) this.#claimed.set(path, key)
    if (attribute === null) return
    this.#takenAttributes.add(nameKey(row))
    if (this.#existingAttribute(row)) return
    const slug = slugOf(attribute)
    this.#attributes.set(slug, [...(this.#attributes.get(slug) ?? []), { key, name: attribute }])
    this.#own.set(key, (this.#own.get(key) ?? 0) + 1)
    this.#attributesAll += 1
  }
}

const nameKey = ({ key, attribute }: Pick<StagedCategory, 'key' | 'attribute'>) =>
  `${key}\u001f${slugOf(attribute ?? '')}`
