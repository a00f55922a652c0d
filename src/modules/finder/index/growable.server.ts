export type NumberArray = Int32Array | Uint32Array | Float64Array | Uint16Array

/** By so many numbers an array grows. */
export const roomStep = 2 ** 16

/**
 * An array that grows where it stands, by `resize`, and is empty at first. `most` sets addresses aside and no memory. It gives to the
 * system what it does not need any more; the room of arrays of a fixed length goes to the C library, which keeps much of it.
 */
export function growable<T extends NumberArray>(
  type: { new (room: ArrayBuffer): T; BYTES_PER_ELEMENT: number },
  most: number,
): T {
  return new type(new ArrayBuffer(0, { maxByteLength: most * type.BYTES_PER_ELEMENT }))
}

/** What is new in a longer one is 0. */
export function resize({ buffer, BYTES_PER_ELEMENT }: NumberArray, length: number): void {
  if (buffer instanceof ArrayBuffer) buffer.resize(length * BYTES_PER_ELEMENT)
}

/**
 * Gives back at once what nobody will look at again. Left alone, it would stay until the engine collects, which a thread that
 * only waits for questions does not come to: as much as the index itself.
 */
export function release(arrays: Iterable<NumberArray>): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffer.transferToFixedLength(0)
}
