import { inPieces, scratchRoom } from './finder.index-pieces.server.ts'
import { postingBits } from './finder.index-vocabulary.server.ts'

/** Lists of postings put together. All are sorted by slot and have each slot once. */

const { slotShift, exact, mask, weightMask } = postingBits

/** Slots that have all of what was asked for, with the score of each (see `scoreStart`). */
export type Matches = { slots: Uint32Array; scores: Uint16Array; count: number }

/**
 * A score, better when greater: all in the name; then, all met exactly and not as a prefix or by a synonym; then the sum
 * of the fields' weights.
 */
const scoreNamed = 2 ** 11
const scoreExact = 2 ** 10
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
  const found = new Uint32Array(few.length)
  let count = 0
  let at = 0
  for (let index = 0; index < few.length; index++) {
    const posting = few[index] ?? 0
    at = seek(many, at, posting >>> slotShift)
    const met = many[at] ?? 0
    if (at >= many.length) break
    if (met >>> slotShift !== posting >>> slotShift) continue
    found[count] =
      ((posting >>> slotShift) << slotShift) |
      (posting & met & exact) |
      Math.min(posting & weightMask, met & weightMask)
    count += 1
  }
  return found.subarray(0, count)
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
  const found = new Uint32Array(one.length + other.length)
  let count = 0
  let left = 0
  let right = 0
  while (left < one.length && right < other.length) {
    const a = one[left] ?? 0
    const b = other[right] ?? 0
    const order = (a >>> slotShift) - (b >>> slotShift)
    found[count] = order < 0 ? a : order > 0 ? b : Math.max(a, b)
    count += 1
    if (order <= 0) left += 1
    if (order >= 0) right += 1
  }
  found.set(one.subarray(left), count)
  count += one.length - left
  found.set(other.subarray(right), count)
  return found.subarray(0, count + other.length - right)
}

const mapRoom = scratchRoom(length => new Uint8Array(length))

/** Many long lists: each slot's best is noted in a map of all slots, which is read in order and left clean. */
function anyByMap(options: readonly Option[], slotCount: number, total: number): Uint32Array {
  const map = mapRoom(slotCount)
  for (const { list, isExact } of options)
    inPieces({ list, map, kept: isExact ? mask : mask & ~exact }, list.length, markPiece)
  const reading = { map, found: new Uint32Array(Math.min(total, slotCount)), count: 0 }
  inPieces(reading, slotCount, readPiece)
  map.fill(0, 0, slotCount)
  return reading.found.subarray(0, reading.count)
}

function markPiece(
  { list, map, kept }: { list: Uint32Array; map: Uint8Array; kept: number },
  from: number,
  to: number,
) {
  for (let at = from; at < to; at++) {
    const posting = list[at] ?? 0
    const slot = posting >>> slotShift
    const value = (posting & kept) + 1
    if ((map[slot] ?? 0) < value) map[slot] = value
  }
}

function readPiece(reading: { map: Uint8Array; found: Uint32Array; count: number }, from: number, to: number): void {
  const { map, found } = reading
  let count = reading.count
  for (let slot = from; slot < to; slot++) {
    const value = map[slot] ?? 0
    if (value === 0) continue
    found[count] = (slot << slotShift) | (value - 1)
    count += 1
  }
  reading.count = count
}

const slotRoom = scratchRoom(length => new Uint32Array(length))
const scoreRoom = scratchRoom(length => new Uint16Array(length))

/** The slots of all lists, scored; valid until the next call. The shortest list leads; a much longer one is leapt through. */
export function allOf(lists: readonly Uint32Array[]): Matches {
  const [first, ...rest] = lists.toSorted((one, other) => one.length - other.length)
  if (!first) return { slots: new Uint32Array(0), scores: new Uint16Array(0), count: 0 }
  const matches = { slots: slotRoom(first.length), scores: scoreRoom(first.length), count: first.length }
  inPieces({ list: first, ...matches }, first.length, takePiece)
  for (const list of rest) {
    const keeping = { list, ...matches, at: 0, kept: 0 }
    inPieces(keeping, matches.count, keepPiece)
    matches.count = keeping.kept
  }
  return matches
}

/** The score of a first list, by the bits of a posting. */
const firstScores = Uint16Array.from({ length: mask + 1 }, (_, bits) => scored(scoreStart, bits))

type Taking = { list: Uint32Array; slots: Uint32Array; scores: Uint16Array }

function takePiece({ list, slots, scores }: Taking, from: number, to: number): void {
  for (let index = from; index < to; index++) {
    const posting = list[index] ?? 0
    slots[index] = posting >>> slotShift
    scores[index] = firstScores[posting & mask] ?? 0
  }
}

/** Keeps the matches that `list` has too. */
function keepPiece(keeping: Taking & { at: number; kept: number }, from: number, to: number): void {
  const { list, slots, scores } = keeping
  let { at, kept } = keeping
  for (let index = from; index < to; index++) {
    const slot = slots[index] ?? 0
    at = seek(list, at, slot)
    if (at >= list.length) break
    const posting = list[at] ?? 0
    if (posting >>> slotShift !== slot) continue
    slots[kept] = slot
    scores[kept] = scored(scores[index] ?? 0, posting)
    kept += 1
  }
  keeping.at = at
  keeping.kept = kept
}

/**
 * The place of the first posting from `from` on whose slot is not before `slot`: some steps, as lists of like length need,
 * then strides that double, then halves.
 */
function seek(list: Uint32Array, from: number, slot: number): number {
  const wanted = slot << slotShift
  const near = Math.min(from + fewSteps, list.length)
  for (let at = from; at < near; at++) if ((list[at] ?? 0) >= wanted) return at
  return near === list.length ? near : leap(list, near, wanted)
}

const fewSteps = 6

function leap(list: Uint32Array, from: number, wanted: number): number {
  if ((list[from] ?? 0) >= wanted) return from
  let low = from
  let stride = 1
  while (low + stride < list.length && (list[low + stride] ?? 0) < wanted) {
    low += stride
    stride *= 2
  }
  let high = Math.min(low + stride, list.length)
  low += 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
