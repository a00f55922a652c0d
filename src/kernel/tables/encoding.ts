import type { TableEncoding } from './encodings.ts'
import { TableRefused } from './table-problem.ts'

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
 * Whether bytes that are not UTF-8 are Western European: letters beyond ASCII then stand alone or in pairs among plain ones, are
 * those of its languages, and stand where these have them. Cyrillic has whole words of them, Japanese bytes that are no letter at all, and
 * what Central European and Turkish letters turn into (`³`, `¹`, `ý`, `ø` beside `í`) no Western language writes so.
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
      // Lists of every language name the brand.
      if (/^škoda$/i.test(word)) continue
      this.#high += 1
      if (isOdd(word)) this.#odd += 1
    }
  }
}

const decoder1252 = new TextDecoder('windows-1252')
const decode1252 = (bytes: Uint8Array) => decoder1252.decode(bytes)

const westernLetters = /^[A-Za-zÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜßàáâãäåæçèéêëìíîïñòóôõöøùúûüÿŠŽšžŒœŸºª’‘'-]+$/

/** How words are spelled, in small letters, whose language is no Western one: what it writes is beside each. */
const oddSpellings: readonly RegExp[] = [
  // Žlutá, kříž, nož. Lists of every language name the brand.
  /^(?!škoda)(?=..).*[šž]/,
  // Dělený, průměr. Italian and French end a word with these.
  /[ìù]\p{L}/u,
  // Přední, kotúč. No Western language has a grave accent and an acute one of these in a word.
  /^(?=.*[àèìòùø]).*[áíú]/,
  // Náhradní, féktárcsa. One acute accent is enough for Spanish; French has several on `e`, Dutch side by side.
  /[áéíóú]\p{L}+[áíóú]|[áíóú]\p{L}+é/u,
  // Čep, čistič, pločice.
  /è[aeiouáéíóúìù]/,
  // Kč: all that some lists have beyond ASCII stands beside their amounts.
  /^kè$/,
  // Plăcuţe. Portuguese has não, mãe, maçãs, cãibra.
  /ã(?![eio]|s?$)/,
  // Şurub, uşă. An ordinal stands behind a figure or behind `n`.
  /^[ºª]\p{L}|[^n][ºª]\p{L}/u,
  // Szűrő, első. Portuguese has posições.
  /õ(?!e)/,
  // Śruba, świeca. French has manœuvre and œillet.
  /œ(?![iu])/,
]

function isOdd(word: string): boolean {
  // No text has control signs.
  if (/[\u0080-\u009f]/.test(word)) return true
  const within = /[A-Za-z\u00c0-\u00ff][¡-¿ŠŽšžŸƒ]+[A-Za-z\u00c0-\u00ff]/.test(
    word.replaceAll(/[°²³µ·½¼¾ºª’‘×]/g, '') || word,
  )
  if (within) return true
  if (/[A-Za-z][³¹¿£¥¼¾]+[a-z]|^[£¯³¹¿¥¼¾]+[a-z]/.test(word)) return true
  const letters = word.match(/[A-Za-zÀ-ÖØ-öø-ÿ]/g) ?? []
  const high = letters.filter(letter => letter >= '\u00c0')
  if (high.length >= 3 && high.length * 2 > letters.length) return true
  if (!letters.every(letter => westernLetters.test(letter))) return true
  // No word is longer, and what is none is not gone through for each of its letters.
  const spelled = word.toLowerCase().match(/\p{L}{1,60}/gu) ?? []
  return spelled.some(letters => oddSpellings.some(odd => odd.test(letters)))
}

/** Tells how the bytes of a file are written, chunk by chunk. Bytes that are not UTF-8 are looked at a second time. */
export class EncodingSearch {
  #marked: TableEncoding | undefined
  #isFirst = true
  #utf8: TextDecoder | undefined = new TextDecoder('utf-8', { fatal: true })
  #western: WesternLook | undefined
  /** There are letters beyond ASCII, all of them UTF-8. */
  #hasLetters = false

  see(bytes: Uint8Array): void {
    if (this.#isFirst) this.#marked = markedEncoding(bytes)
    this.#isFirst = false
    if (this.#marked) return
    if (this.#western) this.#western.see(bytes)
    else this.#try(bytes)
  }

  /** Whether the file is to be seen once more, from its beginning. */
  asksAgain(): boolean {
    if (this.#marked || this.#western) return false
    this.#try()
    if (this.#utf8) return false
    this.#western = new WesternLook()
    return true
  }

  /** What is seen tells all that this look can. */
  get isSettled(): boolean {
    return this.#marked !== undefined || (this.#utf8 === undefined && this.#western === undefined)
  }

  #try(bytes?: Uint8Array): void {
    try {
      const text = this.#utf8?.decode(bytes, { stream: bytes !== undefined })
      this.#hasLetters ||= text !== undefined && /[\u0080-\uffff]/.test(text)
    } catch {
      // One that is cut off within a letter is UTF-8 all the same.
      if (bytes || !this.#hasLetters) this.#utf8 = undefined
    }
  }

  /** Throws `TableRefused` where it is unclear: somebody has to say it then. */
  result(): TableEncoding {
    if (this.#marked) return this.#marked
    if (this.#utf8) return 'utf-8'
    if (this.#western?.isWestern()) return 'windows-1252'
    throw new TableRefused('encoding-unclear')
  }
}
