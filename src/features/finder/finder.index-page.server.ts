import { type Columns, ratingCountMask } from './finder.index-columns.server.ts'
import type { Matches } from './finder.index-postings.server.ts'
import { inPieces, pieceLength, scratchRoom } from './finder.index-pieces.server.ts'
import type { SortOrder } from './finder.rules.ts'

export type Page = { ordinals: number[]; next: string | undefined }

/** A place in a list: the key of its order, less first, and of the same key the newer tool first. */
type Place = { key: number; ordinal: number }

/** The first of a list in its order, after a given place, without putting the rest in order. */
export function pageOf(
  columns: Columns,
  passed: Matches,
  { sort, after, limit }: { sort: SortOrder; after?: string | undefined; limit: number },
): Page {
  const begin = (after === undefined ? undefined : readCursor(sort, after)) ?? { key: -Infinity, ordinal: Infinity }
  // One more than the page holds tells whether there is another page.
  const first = startHeap(limit + 1)
  const selection = { columns, passed, sort, begin, first, keys: keyRoom(pieceLength) }
  inPieces(selection, passed.count, selectPiece)
  const places = first.inOrder()
  const shown = places.slice(0, limit)
  const last = shown.at(-1)
  return {
    ordinals: shown.map(place => place.ordinal),
    next: last && places.length > limit ? writeCursor(sort, last) : undefined,
  }
}

type Selection = {
  columns: Columns
  passed: Matches
  sort: SortOrder
  begin: Place
  first: ReturnType<typeof startHeap>
  keys: Float64Array
}

function selectPiece(selection: Selection, from: number, to: number): void {
  const { columns, passed, begin, first, keys } = selection
  writeKeys(selection, from, to)
  const { ordinal } = columns
  const { slots } = passed
  let worst = first.worstKey()
  for (let at = from; at < to; at++) {
    const key = keys[at - from] ?? 0
    if (key > worst || key < begin.key) continue
    const number = ordinal[slots[at] ?? 0] ?? 0
    if (key === begin.key && number >= begin.ordinal) continue
    first.offer(key, number)
    worst = first.worstKey()
  }
}

const keyRoom = scratchRoom(length => new Float64Array(length))

/** Whatever a list is sorted by is one number, the least first. */
function writeKeys({ columns, passed, sort, keys }: Selection, from: number, to: number): void {
  const { slots, scores } = passed
  const { price, created, rating, popularity } = columns
  switch (sort) {
    case 'price-up':
      for (let at = from; at < to; at++) keys[at - from] = price[slots[at] ?? 0] ?? 0
      return
    case 'price-down':
      for (let at = from; at < to; at++) keys[at - from] = -(price[slots[at] ?? 0] ?? 0)
      return
    case 'newest':
      for (let at = from; at < to; at++) keys[at - from] = -(created[slots[at] ?? 0] ?? 0)
      return
    case 'rating':
      // Of two with the same stars, the one that more people gave them.
      for (let at = from; at < to; at++) {
        const slot = slots[at] ?? 0
        keys[at - from] = -((rating[slot] ?? 0) * (ratingCountMask + 1) + ((popularity[slot] ?? 0) & ratingCountMask))
      }
      return
    default: {
      const isScored = scores.length > 0
      for (let at = from; at < to; at++) {
        const score = isScored ? (scores[at] ?? 0) : 0
        keys[at - from] = -(score * 2 ** 32 + (popularity[slots[at] ?? 0] ?? 0))
      }
    }
  }
}

/** Keeps the first `size` of all places offered, the last of them on top: what is not before it need not be looked at. */
function startHeap(size: number) {
  const heap: Place[] = []
  let worst = Infinity

  const swap = (one: number, other: number) => {
    const [a, b] = [heap[one], heap[other]]
    if (!a || !b) return
    heap[one] = b
    heap[other] = a
  }
  const isBefore = (one: number, other: number) => {
    const [a, b] = [heap[one], heap[other]]
    return a !== undefined && b !== undefined && comesBefore(a, b)
  }
  const rise = () => {
    for (let at = heap.length - 1; at > 0;) {
      const parent = (at - 1) >> 1
      if (!isBefore(parent, at)) return
      swap(parent, at)
      at = parent
    }
  }
  const sink = () => {
    for (let at = 0; ;) {
      const left = 2 * at + 1
      if (left >= heap.length) return
      const last = isBefore(left, left + 1) ? left + 1 : left
      if (!isBefore(at, last)) return
      swap(at, last)
      at = last
    }
  }
  return {
    worstKey: () => worst,
    offer(key: number, ordinal: number): void {
      const place = { key, ordinal }
      const [top] = heap
      if (heap.length < size) {
        heap.push(place)
        rise()
      } else if (top && comesBefore(place, top)) {
        heap[0] = place
        sink()
      }
      if (heap.length === size) worst = heap[0]?.key ?? Infinity
    },
    inOrder: () => heap.toSorted((one, other) => (comesBefore(one, other) ? -1 : 1)),
  }
}

function comesBefore(one: Place, other: Place): boolean {
  return one.key < other.key || (one.key === other.key && one.ordinal > other.ordinal)
}

/** `relevance.-1234.56` in base 36. */
function writeCursor(sort: SortOrder, { key, ordinal }: Place): string {
  return `${sort}.${key.toString(36)}.${ordinal.toString(36)}`
}

/** A place of another order, or none at all, begins at the beginning. */
function readCursor(sort: SortOrder, cursor: string): Place | undefined {
  const match = /^([a-z-]+)\.(-?[0-9a-z]{1,12})\.([0-9a-z]{1,8})$/.exec(cursor)
  if (!match || match[1] !== sort) return undefined
  return { key: Number.parseInt(match[2] ?? '', 36), ordinal: Number.parseInt(match[3] ?? '', 36) }
}
