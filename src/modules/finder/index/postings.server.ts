import { type Piece, type Source, emptyPiece, inPieces, pieceLength, scratchRoom } from './pieces.server.ts'
import { postingBits } from './words/vocabulary.server.ts'

/** Lists of postings put together. All are sorted by slot and have each slot once. */

const { slotShift, exact, mask, weightMask } = postingBits

/**
 * A score, better when greater: all in the name; then, all met exactly and not as a prefix or by a synonym; then, with a
 * vehicle, what is known to fit it (`fitScores`); then the sum of the fields' weights.
 */
export const scoreNamed = 2 ** 15
export const scoreExact = 2 ** 14
export const scoreFit = 2 ** 12
const scoreStart = scoreNamed | scoreExact

function scored(score: number, posting: number): number {
  const weight = posting & weightMask
  let next = score
  if (weight !== weightMask) next &= ~scoreNamed
  if ((posting & exact) === 0) next &= ~scoreExact
  return next + weight
}

/** Only the slots of both; a slot keeps the lesser field, and is exact if both are. */
export function both(one: Uint32Array, other: Uint32Array): Uint32Array {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  const intersection = new Uint32Array(few.length)
  let count = 0
  let at = 0
  for (let index = 0; index < few.length; index++) {
    const posting = few[index] ?? 0
    at = seek(many, at, posting >>> slotShift)
    const met = many[at] ?? 0
    if (at >= many.length) break
    if (met >>> slotShift !== posting >>> slotShift) continue
    intersection[count] =
      ((posting >>> slotShift) << slotShift) |
      (posting & met & exact) |
      Math.min(posting & weightMask, met & weightMask)
    count += 1
  }
  return intersection.subarray(0, count)
}

/** A list of postings, and whether its words are the very ones asked for: not a longer one, nor a synonym. */
export type Option = { list: Uint32Array; isExact: boolean }

/** The slots of any; a slot keeps its best. `slotCount` bounds the slots. */
export function anyOf(options: readonly Option[], slotCount: number): Uint32Array {
  const filled = options.filter(({ list }) => list.length > 0)
  const total = filled.reduce((sum, { list }) => sum + list.length, 0)
  if (filled.length > 2 && total > slotCount >> 5) return anyByMap(filled, slotCount, total)
  const lists = filled.map(asIs).sort((one, other) => one.length - other.length)
  while (lists.length > 1) {
    const [one, other, ...rest] = lists
    if (!one || !other) break
    lists.splice(0, lists.length, ...rest, merged(one, other))
  }
  return lists[0] ?? new Uint32Array(0)
}

function asIs({ list, isExact }: Option): Uint32Array {
  if (isExact) return list
  const inexact = new Uint32Array(list.length)
  for (let at = 0; at < list.length; at++) inexact[at] = (list[at] ?? 0) & ~exact
  return inexact
}

function merged(one: Uint32Array, other: Uint32Array): Uint32Array {
  const union = new Uint32Array(one.length + other.length)
  let count = 0
  let left = 0
  let right = 0
  while (left < one.length && right < other.length) {
    const a = one[left] ?? 0
    const b = other[right] ?? 0
    const order = (a >>> slotShift) - (b >>> slotShift)
    union[count] = order < 0 ? a : order > 0 ? b : Math.max(a, b)
    count += 1
    if (order <= 0) left += 1
    if (order >= 0) right += 1
  }
  union.set(one.subarray(left), count)
  count += one.length - left
  union.set(other.subarray(right), count)
  return union.subarray(0, count + other.length - right)
}

const mapRoom = scratchRoom(length => new Uint8Array(length))

/** Many long lists: each slot's best is noted in a map of all slots, which is read in order and left clean. */
function anyByMap(options: readonly Option[], slotCount: number, total: number): Uint32Array {
  const map = mapRoom(slotCount)
  for (const { list, isExact } of options)
    inPieces({ list, map, bits: isExact ? mask : mask & ~exact }, list.length, markPiece)
  const reading = { map, postings: new Uint32Array(Math.min(total, slotCount)), count: 0 }
  inPieces(reading, slotCount, readPiece)
  map.fill(0, 0, slotCount)
  return reading.postings.subarray(0, reading.count)
}

function markPiece(
  { list, map, bits }: { list: Uint32Array; map: Uint8Array; bits: number },
  from: number,
  to: number,
) {
  for (let at = from; at < to; at++) {
    const posting = list[at] ?? 0
    const slot = posting >>> slotShift
    const value = (posting & bits) + 1
    if ((map[slot] ?? 0) < value) map[slot] = value
  }
}

function readPiece(reading: { map: Uint8Array; postings: Uint32Array; count: number }, from: number, to: number): void {
  const { map, postings } = reading
  let count = reading.count
  for (let slot = from; slot < to; slot++) {
    const value = map[slot] ?? 0
    if (value === 0) continue
    postings[count] = (slot << slotShift) | (value - 1)
    count += 1
  }
  reading.count = count
}

/**
 * The slots that all lists have, scored. The shortest list leads; one of like length is walked through beside it, a much
 * longer one leapt through.
 */
export function inAll(lists: readonly Uint32Array[]): Source {
  const [first = new Uint32Array(0), ...rest] = lists.toSorted((one, other) => one.length - other.length)
  const keepers = rest.map(list => ({
    cursor: { list, at: 0 },
    keep: list.length < muchLonger * first.length ? keepBeside : keepAhead,
  }))
  let from = 0
  return piece => {
    if (from >= first.length || keepers.some(({ cursor }) => cursor.at >= cursor.list.length)) return false
    take(first, from, piece)
    from += piece.count
    for (const { keep, cursor } of keepers) keep(piece, cursor)
    return true
  }
}

const muchLonger = 8

/** Whether any slot is in all lists. */
export function hasAll(lists: readonly Uint32Array[]): boolean {
  const next = inAll(lists)
  const piece = emptyPiece()
  while (next(piece)) if (piece.count > 0) return true
  return false
}

/** The score of a first list, by the bits of a posting. */
const firstScores = Uint16Array.from({ length: mask + 1 }, (_, bits) => scored(scoreStart, bits))

function take(list: Uint32Array, from: number, piece: Piece): void {
  const { slots, scores } = piece
  const count = Math.min(pieceLength, list.length - from)
  for (let at = 0; at < count; at++) {
    const posting = list[from + at] ?? 0
    slots[at] = posting >>> slotShift
    scores[at] = firstScores[posting & mask] ?? 0
  }
  piece.count = count
}

/** A list, and how far it has been gone through. */
type Cursor = { list: Uint32Array; at: number }

/**
 * Keeps the slots that the list has too. Which of two lists is ahead is as good as a coin's fall, and a processor that
 * guesses wrong half the time is slow: so there is nothing to guess, only signs of differences to add.
 */
function keepBeside(piece: Piece, cursor: Cursor): void {
  const { slots, scores, count } = piece
  const { list } = cursor
  const { length } = list
  let { at } = cursor
  let target = 0
  for (let index = 0; index < count && at < length;) {
    const posting = list[at] ?? 0
    const slot = slots[index] ?? 0
    const ahead = slot - (posting >>> slotShift)
    // -1 where the one is behind the other, 0 where not.
    const isSlotBehind = ahead >> 31
    const isListBehind = -ahead >> 31
    slots[target] = slot
    if (ahead === 0) scores[target] = scored(scores[index] ?? 0, posting)
    target += 1 + isSlotBehind + isListBehind
    index += 1 + isListBehind
    at += 1 + isSlotBehind
  }
  piece.count = target
  cursor.at = at
}

/** As `keepBeside`, where the list is so much longer that most of it is passed over. */
function keepAhead(piece: Piece, cursor: Cursor): void {
  const { slots, scores, count } = piece
  const { list } = cursor
  let { at } = cursor
  let target = 0
  for (let index = 0; index < count; index++) {
    const slot = slots[index] ?? 0
    at = seek(list, at, slot)
    if (at >= list.length) break
    const posting = list[at] ?? 0
    if (posting >>> slotShift !== slot) continue
    slots[target] = slot
    scores[target] = scored(scores[index] ?? 0, posting)
    target += 1
  }
  piece.count = target
  cursor.at = at
}

/**
 * The place of the first posting from `from` on whose slot is not before `slot`: some steps, as lists of like length need,
 * then strides that double, then halves.
 */
function seek(list: Uint32Array, from: number, slot: number): number {
  const bound = slot << slotShift
  const near = Math.min(from + fewSteps, list.length)
  for (let at = from; at < near; at++) if ((list[at] ?? 0) >= bound) return at
  return near === list.length ? near : leap(list, near, bound)
}

const fewSteps = 6

function leap(list: Uint32Array, from: number, bound: number): number {
  if ((list[from] ?? 0) >= bound) return from
  let low = from
  let stride = 1
  while (low + stride < list.length && (list[low + stride] ?? 0) < bound) {
    low += stride
    stride *= 2
  }
  let high = Math.min(low + stride, list.length)
  low += 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] ?? 0) < bound) low = middle + 1
    else high = middle
  }
  return low
}
