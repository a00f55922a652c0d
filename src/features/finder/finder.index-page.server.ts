import { type Columns, ratingCountMask } from './finder.index-columns.server.ts'
import type { SortOrder } from './finder.rules.ts'

/** The first of a list in its order, after a given place, without putting the rest in order. */
export type Page = {
  /** Takes a slot that matches. */
  offer(slot: number, score: number): void
  finish(): { ordinals: number[]; next: string | undefined }
}

/** A place in a list: the key of its order, less first, and of the same key the newer tool first. */
type Place = { key: number; ordinal: number }

/** Whatever a list is sorted by is one number, the least first. */
function keyOf(columns: Columns, sort: SortOrder): (slot: number, score: number) => number {
  const { price, created, rating, popularity } = columns
  switch (sort) {
    case 'price-up':
      return slot => price[slot] ?? 0
    case 'price-down':
      return slot => -(price[slot] ?? 0)
    case 'newest':
      return slot => -(created[slot] ?? 0)
    case 'rating':
      // Of two with the same stars, the one that more people gave them.
      return slot => -((rating[slot] ?? 0) * (ratingCountMask + 1) + ((popularity[slot] ?? 0) & ratingCountMask))
    case 'relevance':
      return (slot, score) => -(score * 2 ** 32 + (popularity[slot] ?? 0))
  }
}

export function startPage(
  columns: Columns,
  { sort, after, limit }: { sort: SortOrder; after?: string | undefined; limit: number },
): Page {
  const key = keyOf(columns, sort)
  const begin = after === undefined ? undefined : readCursor(sort, after)
  const { ordinal } = columns
  // A heap with the last place on top: what is not before it cannot be among the first. One more than the page holds
  // tells whether there is another page.
  const keys = new Float64Array(limit + 1)
  const ordinals = new Float64Array(limit + 1)
  let size = 0

  const isBefore = (one: number, other: number) =>
    comesBefore(
      { key: keys[one] ?? 0, ordinal: ordinals[one] ?? 0 },
      { key: keys[other] ?? 0, ordinal: ordinals[other] ?? 0 },
    )
  const swap = (one: number, other: number) => {
    const [oldKey = 0, oldOrdinal = 0] = [keys[one], ordinals[one]]
    keys[one] = keys[other] ?? 0
    ordinals[one] = ordinals[other] ?? 0
    keys[other] = oldKey
    ordinals[other] = oldOrdinal
  }
  const rise = (from: number) => {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1
      if (!isBefore(parent, at)) return
      swap(parent, at)
      at = parent
    }
  }
  const sink = () => {
    for (let at = 0; ;) {
      const left = 2 * at + 1
      if (left >= size) return
      const last = left + 1 < size && isBefore(left, left + 1) ? left + 1 : left
      if (!isBefore(at, last)) return
      swap(at, last)
      at = last
    }
  }

  return {
    offer(slot, score) {
      const mine = key(slot, score)
      const isFull = size > limit
      if (isFull && mine > (keys[0] ?? 0)) return
      const number = ordinal[slot] ?? 0
      if (begin && (mine < begin.key || (mine === begin.key && number >= begin.ordinal))) return
      if (isFull && mine === keys[0] && number < (ordinals[0] ?? 0)) return
      const at = isFull ? 0 : size
      keys[at] = mine
      ordinals[at] = number
      if (isFull) return sink()
      size += 1
      rise(at)
    },
    finish() {
      const places: Place[] = Array.from({ length: size }, (_, index) => ({
        key: keys[index] ?? 0,
        ordinal: ordinals[index] ?? 0,
      })).sort((one, other) => (comesBefore(one, other) ? -1 : 1))
      const shown = places.slice(0, limit)
      const last = shown.at(-1)
      return {
        ordinals: shown.map(place => place.ordinal),
        next: last && places.length > limit ? writeCursor(sort, last) : undefined,
      }
    },
  }
}

function comesBefore(one: Place, other: Place): boolean {
  return one.key < other.key || (one.key === other.key && one.ordinal > other.ordinal)
}

/** `relevance.-1234.56` in base 36; a place of another order, or none at all, begins at the beginning. */
function writeCursor(sort: SortOrder, { key, ordinal }: Place): string {
  return `${sort}.${key.toString(36)}.${ordinal.toString(36)}`
}

function readCursor(sort: SortOrder, cursor: string): Place | undefined {
  const match = /^([a-z-]+)\.(-?[0-9a-z]{1,12})\.([0-9a-z]{1,8})$/.exec(cursor)
  if (!match || match[1] !== sort) return undefined
  return { key: Number.parseInt(match[2] ?? '', 36), ordinal: Number.parseInt(match[3] ?? '', 36) }
}
