import type { AttributesOfTool } from './attributes.server.ts'
import { type NumberArray, growable, release, resize, roomStep } from './growable.server.ts'
import { type PriceRange, rangeOf } from './prices.server.ts'

/**
 * What the index knows of each tool beside its words, a column each. A tool has a slot; slots stand by falling
 * popularity as it was when the index was built, later ones behind. Typed arrays: a million tools take 42 MB.
 */
export type IndexedTool = {
  ordinal: number
  name: string
  description: string
  /** Separated by spaces. */
  tags: string
  brand: string
  category: { id: string; name: string } | undefined
  /** Minor units. */
  price: number
  canBeOrdered: boolean
  ratingTotal: number
  ratingCount: number
  isUniversal: boolean
  /** Seconds since 1970. */
  created: number
  /** Units sold in the last 90 days. */
  units: number
  /** Its values of attributes, if it has any. */
  attributes?: AttributesOfTool
}

/** A dictionary of few values: number 0 is "none". */
export type Names = { values: string[]; labels: string[]; numbers: Map<string, number> }

export type Columns = {
  count: number
  /**
   * What most questions look at, `row.size` numbers a slot side by side: what was found lies all over the index, and each
   * look at another place of a large array waits for memory.
   */
  rows: Int32Array
  ordinal: Uint32Array
  /** Whole, where a row has no room for it. */
  price: Float64Array
  /** Hundredths of a star. */
  rating: Uint16Array
  created: Uint32Array
  /** Tells whether the words or the attributes changed. */
  textHash: Uint32Array
  /** Where its attributes begin in the pool; 0: it has none. */
  attributeStart: Uint32Array
}

/** Where a slot's row has what; for the first see `factBits`. A price that is too high for its place is `priceTop` there. */
export const row = { fact: 0, brand: 1, price: 2, popularity: 3, size: 4 } as const
export const priceTop = 2 ** 31 - 1

/**
 * Price range, stock and stars in one byte, so that one count of each byte gives all three counts; and whether the slot
 * is not used any more.
 */
export const figureBits = { rangeMask: 7, canBeOrdered: 8, starsShift: 4, starsMask: 7, gone: 128 } as const
/** The byte of figures, whether it is universal, and the category's number. */
export const factBits = { figuresMask: 255, universal: 256, categoryShift: 9 } as const
const countBits = 12
/** Ratings counted in the low bits of the popularity. */
export const ratingCountMask = 2 ** countBits - 1
const unitsMost = 2 ** (31 - countBits) - 1

/** A posting has room for no more. */
export const mostSlots = 2 ** 28

/** Columns that `grow`. */
export function growingColumns(): Columns {
  return {
    count: 0,
    rows: growable(Int32Array, row.size * mostSlots),
    ordinal: growable(Uint32Array, mostSlots),
    price: growable(Float64Array, mostSlots),
    rating: growable(Uint16Array, mostSlots),
    created: growable(Uint32Array, mostSlots),
    textHash: growable(Uint32Array, mostSlots),
    attributeStart: growable(Uint32Array, mostSlots),
  }
}

/** Makes room for some slots more. */
export function grow({ count, rows, ...others }: Columns): void {
  const capacity = count + roomStep / row.size
  resize(rows, row.size * capacity)
  for (const column of Object.values(others)) resize(column, capacity)
}

/** How many slots there is room for. */
export const capacityOf = ({ ordinal }: Columns): number => ordinal.length

export const factOf = ({ rows }: Columns, slot: number): number => rows[row.size * slot + row.fact] ?? 0
export const categoryOf = (columns: Columns, slot: number): number => factOf(columns, slot) >>> factBits.categoryShift

export function emptyNames(): Names {
  return { values: [''], labels: [''], numbers: new Map() }
}

export function numberOf(names: Names, value: string, label: string): number {
  if (value === '') return 0
  const existing = names.numbers.get(value)
  if (existing !== undefined) {
    // What it is called may have changed.
    names.labels[existing] = label
    return existing
  }
  names.numbers.set(value, names.values.length)
  names.labels.push(label)
  return names.values.push(value) - 1
}

/** Hundredths of a star. */
export function ratingOf({ ratingTotal, ratingCount }: Pick<IndexedTool, 'ratingTotal' | 'ratingCount'>): number {
  return ratingCount > 0 ? Math.floor((ratingTotal * 100) / ratingCount) : 0
}

/** By falling popularity: units sold, then how often rated. */
export function popularityOf({ units, ratingCount }: Pick<IndexedTool, 'units' | 'ratingCount'>): number {
  return Math.min(units, unitsMost) * 2 ** countBits + Math.min(ratingCount, ratingCountMask)
}

/**
 * Moves columns into longer ones, or into another order: the slot `order[i]` becomes the slot `i`. One column after the other, and
 * nothing is left of the old ones: the next takes the room of the last.
 */
export function rearranged(columns: Columns, capacity: number, order?: Uint32Array): Columns {
  const { count } = columns
  const move = <T extends NumberArray>(from: T, to: T, size = 1): T => {
    if (!order) to.set(from.subarray(0, count * size))
    else
      for (let slot = 0; slot < count; slot++) {
        const start = (order[slot] ?? 0) * size
        for (let at = 0; at < size; at++) to[slot * size + at] = from[start + at] ?? 0
      }
    release([from])
    return to
  }
  return {
    count,
    rows: move(columns.rows, new Int32Array(row.size * capacity), row.size),
    ordinal: move(columns.ordinal, new Uint32Array(capacity)),
    price: move(columns.price, new Float64Array(capacity)),
    rating: move(columns.rating, new Uint16Array(capacity)),
    created: move(columns.created, new Uint32Array(capacity)),
    textHash: move(columns.textHash, new Uint32Array(capacity)),
    attributeStart: move(columns.attributeStart, new Uint32Array(capacity)),
  }
}

/** Writes all that can change without the words: price, stock, rating. */
export function writeFigures(
  { columns, ranges }: { columns: Columns; ranges: readonly PriceRange[] },
  slot: number,
  tool: IndexedTool,
): void {
  const rating = ratingOf(tool)
  columns.price[slot] = tool.price
  columns.rating[slot] = rating
  columns.created[slot] = tool.created
  const figures =
    rangeOf(ranges, tool.price) |
    (tool.canBeOrdered ? figureBits.canBeOrdered : 0) |
    (Math.floor(rating / 100) << figureBits.starsShift)
  const { rows } = columns
  const start = row.size * slot
  rows[start + row.fact] = ((rows[start + row.fact] ?? 0) & ~factBits.figuresMask) | figures
  rows[start + row.price] = Math.min(tool.price, priceTop)
  rows[start + row.popularity] = popularityOf(tool)
}

/** A hash of all that the words of a tool are made of, and of its attributes (FNV-1a). */
export function textHashOf(tool: IndexedTool): number {
  let hash = 0x811c9dc5
  const { name, description, tags, brand, category, isUniversal, attributes = [] } = tool
  const sorted = category ? `${category.id} ${category.name}` : ''
  for (const text of [name, description, tags, brand, sorted, isUniversal ? 'u' : '', ...attributes.flat()].map(
    String,
  )) {
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ 0xffff, 0x01000193)
  }
  return hash >>> 0
}
