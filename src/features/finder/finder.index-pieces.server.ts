export const pieceLength = 1024

/**
 * What long loops need to be fast. The engine compiles a function well once it has been called often; one whose single
 * call is a loop over a million slots stays half compiled for hundreds of questions. So long loops are done in pieces, a
 * call each.
 */
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
