import { texts } from '#kernel/texts'

/** Encodings that somebody may name, as TextDecoder knows them, and what to call them. */
export const tableEncodings = texts('kernel.encodings', {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  shift_jis: 'Japanese (Shift-JIS)',
  gb18030: 'Chinese (GB 18030)',
  big5: 'Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
})
export type TableEncoding = keyof typeof tableEncodings

export const isTableEncoding = (name: string): name is TableEncoding => Object.hasOwn(tableEncodings, name)
