import { describe, expect, test } from 'vitest'
import { EncodingSearch } from './encoding.ts'
import { TableRefused } from './table-problem.ts'

function encodingOf(...chunks: Uint8Array[]) {
  const search = new EncodingSearch()
  do for (const chunk of chunks) search.see(chunk)
  while (search.asksAgain())
  try {
    return search.result()
  } catch (error) {
    return error instanceof TableRefused ? error.fault : error
  }
}

/** Bytes of a table of one byte for each letter, as an old program writes them. */
const single = (bytes: string) => Buffer.from(bytes, 'latin1')

describe('The encoding of a file', () => {
  test.each([
    ['Bremsbeläge;12,50', 'utf-8'],
    ['plain;1', 'utf-8'],
  ])('%s', (text, encoding) => {
    expect(encodingOf(Buffer.from(text))).toBe(encoding)
  })

  test('is told by a mark, or by the zeros of UTF-16', () => {
    expect(encodingOf(Buffer.from('\ufeffa;b\n1;2', 'utf16le'))).toBe('utf-16le')
    expect(encodingOf(Buffer.from('part;price\n1;2', 'utf16le'))).toBe('utf-16le')
    expect(encodingOf(Buffer.from('part;price\n1;2', 'utf16le').swap16())).toBe('utf-16be')
  })

  test('a letter cut in two by a chunk is whole', () => {
    const bytes = Buffer.from('Bremsbeläge')
    expect(encodingOf(bytes.subarray(0, 9), bytes.subarray(9))).toBe('utf-8')
  })

  test('is UTF-8 where the file is cut off within a letter, and not where a letter of one byte ends it', () => {
    expect(encodingOf(Buffer.from('Bremsbeläge;Grö').subarray(0, -1))).toBe('utf-8')
    expect(encodingOf(single('plain;Caf\xe9'))).toBe('windows-1252')
  })

  test.each([
    'Bremsbel\xe4ge;Bremstr\xe4ger;St\xfcck;Gr\xf6\xdfe 10\xb0;\xb11,5\xb5m',
    'Plaquettes de frein arri\xe8re;r\xe9f\xe9rence;\xe9t\xe9;14\x80;l\x92huile',
    'Pastillas de freno; direcci\xf3n; a\xf1o; ca\xf1\xf3n; n\xbaart\xedculo',
    'Bremsekloss;for\xb7dreven;br\xf8d;\xe5r;\xe6ble'.replace('\xb7', ''),
    'Pastilhas de trav\xe3o;liga\xe7\xe3o;inje\xe7\xe3o;\xf3leo',
    'price \xa35.00;\xbd inch;90\xb0 elbow;\xa9 2026',
  ])('Western European is read as it is: %j', text => {
    expect(encodingOf(single(text))).toBe('windows-1252')
  })

  test.each([
    ['Russian', [0xd2, 0xee, 0xf0, 0xec, 0xee, 0xe7, 0xed, 0xfb, 0xe5, 0x20, 0xea, 0xee, 0xeb, 0xee, 0xe4, 0xea, 0xe8]],
    ['Polish', [...single('klocki hamulcowe prz\xf3d; \xb3o\xbfysko ko\xb3a; \xb6ruba; ko\xb3nierz')]],
    ['Japanese', [0x83, 0x75, 0x83, 0x8c, 0x81, 0x5b, 0x83, 0x4c, 0x3b, 0x31]],
  ])('%s is asked for', (_, bytes) => {
    expect(encodingOf(Uint8Array.from(bytes))).toBe('encoding-unclear')
  })
})
