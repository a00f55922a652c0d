import type { TableEncoding } from '#kernel/tables/encodings'

/** A text as a program writes it that has one byte for each letter. Throws where the encoding lacks one. */
export function bytesIn(encoding: TableEncoding, text: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(encoding)
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Uint8Array.from(text, letter => {
    const byte = byteOf.get(letter)
    if (byte === undefined) throw new Error(`${encoding} has no ${letter}`)
    return byte
  })
}
