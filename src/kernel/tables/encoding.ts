import { TableRefused } from './table-problem.ts'

/** Encodings that somebody may name, as TextDecoder knows them, and what to call them. */
export const tableEncodings = {
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
} as const
export type TableEncoding = keyof typeof tableEncodings

export const isTableEncoding = (name: string): name is TableEncoding => Object.hasOwn(tableEncodings, name)

/** What the first bytes alone tell: by a mark, or by the zeros that every second byte of UTF-16 has in Latin text. */
export function markedEncoding(head: Uint8Array): TableEncoding | undefined {
  const [first, second, third] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const pairs = Math.floor(Math.min(head.length, 200) / 2)
  const zeros = (offset: number) =>
    Array.from({ length: pairs }, (_, at) => head[2 * at + offset]).filter(byte => byte === 0).length
  if (pairs > 1 && zeros(1) > 0.7 * pairs && zeros(0) === 0) return 'utf-16le'
  if (pairs > 1 && zeros(0) > 0.7 * pairs && zeros(1) === 0) return 'utf-16be'
  return undefined
}

/**
 * Whether bytes that are not UTF-8 are Western European: letters beyond ASCII then stand alone or in pairs among plain ones, and
 * are those of its languages. Cyrillic has whole words of them, Japanese bytes that are no letter at all, and the signs that
 * Central European letters turn into (`³`, `¹`, `¿` within a word) are none of a word.
 */
class WesternLook {
  #high = 0
  #odd = 0
  #carry = ''

  see(bytes: Uint8Array): void {
    const text = this.#carry + decode1252(bytes)
    const end = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'), text.length - 200)
    this.#carry = text.slice(end + 1)
    this.#judge(text.slice(0, end + 1))
  }

  isWestern(): boolean {
    this.#judge(this.#carry)
    this.#carry = ''
    // A single odd word may be a name.
    return this.#odd === 0 || this.#odd * 20 < this.#high
  }

  #judge(text: string): void {
    for (const [word] of text.matchAll(/[^\s,;|"]*[\u0080-\uffff][^\s,;|"]*/g)) {
      this.#high += 1
      if (isOdd(word)) this.#odd += 1
    }
  }
}

const decoder1252 = new TextDecoder('windows-1252')
const decode1252 = (bytes: Uint8Array) => decoder1252.decode(bytes)

const westernLetters = /^[A-Za-zÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœŸºª’‘'-]+$/

function isOdd(word: string): boolean {
  // No text has control signs.
  if (/[\u0080-\u009f]/.test(word)) return true
  const within = /[A-Za-z\u00c0-\u00ff][¡-¿ŠŽšžŸƒ]+[A-Za-z\u00c0-\u00ff]/.test(
    word.replaceAll(/[°²³µ·½¼¾ºª’‘×]/g, '') || word,
  )
  if (within) return true
  if (/[A-Za-z][³¹¿£¥¼¾]+[a-z]|^[³¹¿¥¼¾][a-z]/.test(word)) return true
  const letters = word.match(/[A-Za-z\u00c0-\u00ff]/g) ?? []
  const high = letters.filter(letter => letter >= '\u00c0')
  if (high.length >= 3 && high.length * 2 > letters.length) return true
  return letters.length > 0 && high.length > 0 && !letters.every(letter => westernLetters.test(letter))
}

/** Tells how the bytes of a file are written, chunk by chunk. */
export class EncodingSearch {
  #marked: TableEncoding | undefined
  #isFirst = true
  #utf8: TextDecoder | undefined = new TextDecoder('utf-8', { fatal: true })
  readonly #western = new WesternLook()

  see(bytes: Uint8Array): void {
    if (this.#isFirst) this.#marked = markedEncoding(bytes)
    this.#isFirst = false
    if (this.#marked) return
    this.#try(bytes)
    this.#western.see(bytes)
  }

  /** The first bytes have told it. */
  get isMarked(): boolean {
    return this.#marked !== undefined
  }

  #try(bytes?: Uint8Array): void {
    try {
      this.#utf8?.decode(bytes, { stream: bytes !== undefined })
    } catch {
      this.#utf8 = undefined
    }
  }

  /** Throws `TableRefused` where it is unclear: somebody has to say it then. */
  found(): TableEncoding {
    if (this.#marked) return this.#marked
    this.#try()
    if (this.#utf8) return 'utf-8'
    if (this.#western.isWestern()) return 'windows-1252'
    throw new TableRefused('encoding-unclear')
  }
}
