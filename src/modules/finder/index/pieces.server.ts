import { row } from './columns.server.ts'

export const pieceLength = 1024

/**
 * Some slots on their way through a question: what goes through an index goes in pieces small enough to stay in the
 * processor's own memory from the lists that it comes from to the page that it may stand on. Short calls are also what the
 * engine compiles well: one whose single call is a loop over a million slots stays half compiled for hundreds of questions.
 */
export type Piece = {
  count: number
  slots: Int32Array
  /** How well the words are met, and the vehicle. */
  scores: Uint16Array
  /** With a vehicle, what is known of each (`fitCode`). */
  fits: Uint8Array
  /** The row of each, once it is fetched. */
  rows: Int32Array
}

export function emptyPiece(): Piece {
  return {
    count: 0,
    slots: new Int32Array(pieceLength),
    scores: new Uint16Array(pieceLength),
    fits: new Uint8Array(pieceLength),
    rows: new Int32Array(row.size * pieceLength),
  }
}

/** Fills a piece with the next slots; false where there are none. A piece may stay empty on the way. */
export type Source = (piece: Piece) => boolean

/**
 * Copies the rows of a piece's slots into it. They lie all over a large array, and each look there waits for memory as long
 * as a hundred steps take; a loop that does nothing else, and decides nothing by what it reads, waits for many at once.
 */
export function fetchRows({ slots, rows, count }: Piece, all: Int32Array): void {
  for (let at = 0; at < count; at++) {
    const from = (slots[at] ?? 0) * row.size
    const to = at * row.size
    rows[to] = all[from] ?? 0
    rows[to + 1] = all[from + 1] ?? 0
    rows[to + 2] = all[from + 2] ?? 0
    rows[to + 3] = all[from + 3] ?? 0
  }
}

/** Every slot there is. */
export function everySlot(count: number): Source {
  let from = 0
  return piece => {
    const { slots, scores } = piece
    piece.count = Math.min(pieceLength, count - from)
    for (let at = 0; at < piece.count; at++) {
      slots[at] = from + at
      scores[at] = 0
    }
    from += piece.count
    return piece.count > 0
  }
}

/** These slots, with the answer of each for a vehicle. */
export function theseSlots({ slots, scores, fits, count }: Omit<Piece, 'rows'>): Source {
  let from = 0
  return piece => {
    piece.count = Math.min(pieceLength, count - from)
    piece.slots.set(slots.subarray(from, from + piece.count))
    piece.fits.set(fits.subarray(from, from + piece.count))
    piece.scores.set(scores.subarray(from, from + piece.count))
    from += piece.count
    return piece.count > 0
  }
}

/** Does this for each piece of a long loop. */
export function inPieces<State>(state: State, length: number, work: (state: State, from: number, to: number) => void) {
  for (let from = 0; from < length; from += pieceLength) work(state, from, Math.min(from + pieceLength, length))
}

/**
 * Room for what is in the works while one question is answered: taken anew for each, its pages would cost more than what
 * is done with them. Nothing keeps it after the answer.
 */
export function scratchRoom<T extends { length: number }>(make: (length: number) => T): (length: number) => T {
  let room = make(0)
  return length => {
    if (room.length < length) room = make(length + (length >> 2))
    return room
  }
}
