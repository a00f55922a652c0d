import { type Columns, ratingCountMask, row } from './columns.server.ts'
import { type Piece, pieceLength } from './pieces.server.ts'
import type { SortOrder } from '../lists.rules.ts'

type Page = { ordinals: number[]; next: string | undefined }

/** A place in a list: the key of its order, less first, and of the same key the newer tool first. */
export type Place = { key: number; ordinal: number }

/** Takes a list piece by piece; its page is the first of it in its order, after a given place. */
export type PageTaker = { take(piece: Piece): void; page(): Page }

export function startPage(
  columns: Columns,
  { sort, after, limit }: { sort: SortOrder; after?: string | undefined; limit: number },
): PageTaker {
  const begin = (after === undefined ? undefined : readCursor(sort, after)) ?? { key: -Infinity, ordinal: Infinity }
  // One more than the page holds tells whether there is another page.
  const first = startHeap(limit + 1)
  const selection = { columns, sort, begin, first }
  return {
    take: piece => selectPiece(selection, piece),
    page() {
      const places = first.inOrder()
      const shown = places.slice(0, limit)
      const last = shown.at(-1)
      return {
        ordinals: shown.map(place => place.ordinal),
        next: last && places.length > limit ? writeCursor(sort, last) : undefined,
      }
    },
  }
}

type Selection = { columns: Columns; sort: SortOrder; begin: Place; first: ReturnType<typeof startHeap> }

function selectPiece({ columns, sort, begin, first }: Selection, piece: Piece): void {
  writeKeys(columns, sort, piece)
  const { slots, count } = piece
  const beginKey = begin.key
  let worst = first.worst()
  for (let at = 0; at < count; at++) {
    const key = keys[at] ?? 0
    if (key > worst.key || key < beginKey) continue
    const ordinal = columns.ordinal[slots[at] ?? 0] ?? 0
    if (key === beginKey && ordinal >= begin.ordinal) continue
    if (key === worst.key && ordinal <= worst.ordinal) continue
    first.offer({ key, ordinal })
    worst = first.worst()
  }
}

const keys = new Float64Array(pieceLength)

/** Whatever a list is sorted by is one number, the least first. */
function writeKeys({ price, rating, created }: Columns, sort: SortOrder, { slots, scores, rows, count }: Piece): void {
  switch (sort) {
    case 'price-up':
      for (let at = 0; at < count; at++) keys[at] = price[slots[at] ?? 0] ?? 0
      return
    case 'price-down':
      for (let at = 0; at < count; at++) keys[at] = -(price[slots[at] ?? 0] ?? 0)
      return
    case 'newest':
      for (let at = 0; at < count; at++) keys[at] = -(created[slots[at] ?? 0] ?? 0)
      return
    case 'rating':
      for (let at = 0; at < count; at++) {
        const slot = slots[at] ?? 0
        keys[at] = -ratedOf(rating[slot] ?? 0, rows[at * row.size + row.popularity] ?? 0)
      }
      return
    default:
      for (let at = 0; at < count; at++) {
        const popularity = rows[at * row.size + row.popularity] ?? 0
        keys[at] = -relevanceOf(scores[at] ?? 0, popularity)
      }
  }
}

/** Of two with the same stars, the one that more people gave them is the greater. */
export const ratedOf = (rating: number, popularity: number): number =>
  rating * (ratingCountMask + 1) + (popularity & ratingCountMask)

const scoreUnit = 2 ** 32
/** Of two that meet the words alike, the one that sells more is the greater. */
export const relevanceOf = (score: number, popularity: number): number => score * scoreUnit + popularity
export const partsOfRelevance = (relevance: number): { score: number; popularity: number } => ({
  score: Math.floor(relevance / scoreUnit),
  popularity: relevance % scoreUnit,
})

/** Keeps the first `size` of all places offered, the last of them on top: what is not before it need not be looked at. */
function startHeap(size: number) {
  const heap: Place[] = []
  let worst = none

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
    /** What another must come before; without bounds while there is room. */
    worst: () => worst,
    offer(place: Place): void {
      const [top] = heap
      if (heap.length < size) {
        heap.push(place)
        rise()
      } else if (top && comesBefore(place, top)) {
        heap[0] = place
        sink()
      }
      if (heap.length === size) worst = heap[0] ?? none
    },
    inOrder: () => heap.toSorted((one, other) => (comesBefore(one, other) ? -1 : 1)),
  }
}

/** The last place of all. */
const none: Place = { key: Infinity, ordinal: -1 }

function comesBefore(one: Place, other: Place): boolean {
  return one.key < other.key || (one.key === other.key && one.ordinal > other.ordinal)
}

/** `relevance.-1234.56` in base 36. */
export function writeCursor(sort: SortOrder, { key, ordinal }: Place): string {
  return `${sort}.${key.toString(36)}.${ordinal.toString(36)}`
}

/** A place of another order, or none at all, begins at the beginning. */
export function readCursor(sort: SortOrder, cursor: string): Place | undefined {
  const match = /^([a-z-]+)\.(-?[0-9a-z]{1,12})\.([0-9a-z]{1,8})$/.exec(cursor)
  if (!match || match[1] !== sort) return undefined
  return { key: Number.parseInt(match[2] ?? '', 36), ordinal: Number.parseInt(match[3] ?? '', 36) }
}
