import { expect, it } from 'vitest'
import { decodeText } from './read-text-file.ts'

it.each([
  ['UTF-8', new TextEncoder().encode('Österreichische Post')],
  ['UTF-8 with its mark', new TextEncoder().encode('\ufeffÖsterreichische Post')],
  ['Windows-1252', Uint8Array.from('Österreichische Post', letter => letter.charCodeAt(0))],
  ['UTF-16', new Uint8Array(Buffer.from('\ufeffÖsterreichische Post', 'utf16le'))],
  ['UTF-16, the other way about', new Uint8Array(Buffer.from('\ufeffÖsterreichische Post', 'utf16le').swap16())],
])('reads %s', (_name, bytes) => {
  expect(decodeText(bytes)).toBe('Österreichische Post')
})
