import { type TableEncoding, tableEncodings } from './encodings.ts'
import { separatorOf } from './records.ts'

/** How a file reads in one encoding: some of its cells, the same ones for all. */
type Reading = { encoding: TableEncoding; samples: string[] }

/** `likely`: where one is clearly likelier than all others. */
export type Readings = { readings: Reading[]; likely: TableEncoding | undefined }

const mostSamples = 5
const mostShown = 60

/** The languages of each encoding: what letters beyond ASCII each writes, in Cyrillic and Greek those that make up most of a text. */
const alphabets: readonly (readonly [TableEncoding, readonly string[]])[] = [
  ['windows-1252', ['äöüß', 'àâçéèêëîïôùûœ', 'áéíñóúü', 'ãáàâçéêíóôõú', 'àèéìòù', 'åäöæøé']],
  ['windows-1250', ['áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž']],
  ['windows-1251', ['оеаинтсрвлкмдпуяы']],
  ['windows-1253', ['αοιετσνηυρπκμλςάόίέήδ']],
  ['windows-1254', ['çğıöşüâî']],
]
/** Signs that lists of parts have most, in simplified and traditional writing. */
const chinese: readonly (readonly [TableEncoding, string])[] = [
  ['gb18030', '号名称价格品牌库存数量型规件车机油滤清器制动盘片前后左右上下大小中国产轴承电灯泵'],
  ['big5', '號名稱價格品牌庫存數量型規件車機油濾清器制動盤片前後左右上下大小中國產軸承電燈泵'],
]

/** A file in every encoding that somebody may choose and that can be read, the likeliest first. `bytes`: its beginning. */
export function readingsOf(bytes: Uint8Array): Readings {
  const encodings = (Object.keys(tableEncodings) as TableEncoding[]).filter(name => !name.startsWith('utf'))
  const separator = separatorOf(new TextDecoder('windows-1252').decode(bytes))
  const all = encodings.map(encoding => {
    // The last letter may be cut off.
    const text = new TextDecoder(encoding).decode(bytes, { stream: true })
    return { encoding, text, cells: cellsOf(text, separator), likelihood: likelihoodOf(text, encoding) }
  })
  // What has bytes that are no letter in it is refused.
  const readable = all.filter(({ text }) => !text.includes('\ufffd'))
  const read = readable.length > 0 ? readable : all
  const places = placesOf(read.map(({ cells }) => cells))
  const ranked = read.toSorted((one, other) => other.likelihood - one.likelihood)
  const [first, second] = ranked
  const isClear = first && second && first.likelihood >= 0.6 && first.likelihood - second.likelihood >= 0.2
  return {
    readings: ranked.map(({ encoding, cells }) => ({
      encoding,
      samples: places.map(place => (cells.get(place) ?? '').slice(0, mostShown)),
    })),
    likely: isClear ? first.encoding : undefined,
  }
}

const beyondAscii = /[\u0080-\uffff]/

/** By their places, which are the same in every encoding: no byte of a letter is a line break, and next to none a separator. */
function cellsOf(text: string, separator: string): ReadonlyMap<string, string> {
  const cells = text
    .split(/\r\n?|\n/)
    .flatMap((line, row) =>
      beyondAscii.test(line) ? line.split(separator).map((cell, at) => [`${row} ${at}`, cell] as const) : [],
    )
  return new Map(cells.map(([place, cell]) => [place, cell.replaceAll('"', '').trim()]))
}

/** The first cells that read differently, each text once. */
function placesOf(read: readonly ReadonlyMap<string, string>[]): string[] {
  const [first] = read
  const seen = new Set<string>()
  const places: string[] = []
  for (const [place, cell] of first ?? []) {
    if (seen.has(cell) || new Set(read.map(cells => cells.get(place))).size === 1) continue
    seen.add(cell)
    if (places.push(place) === mostSamples) break
  }
  return places
}

/** From 0 to 1: how much of what is beyond ASCII is what a language of this encoding has. */
function likelihoodOf(text: string, encoding: TableEncoding): number {
  const letters = text.toLowerCase().match(/(?![a-z])\p{L}/gu) ?? []
  if (letters.length === 0) return 0
  const share = (is: (letter: string) => boolean) => letters.filter(is).length / letters.length
  const wrong = wrongIn(text) / letters.length
  return Math.max(0, Math.min(1, familiarity(encoding, share)) - 2 * wrong)
}

/** Nobody is asked of a file that looks Western. */
const westernWeight = 0.85

function familiarity(encoding: TableEncoding, share: (is: (letter: string) => boolean) => number): number {
  const [, languages] = alphabets.find(([name]) => name === encoding) ?? []
  if (languages) {
    const familiar = Math.max(...languages.map(letters => share(letter => letters.includes(letter))))
    return encoding === 'windows-1252' ? westernWeight * familiar : familiar
  }
  const [, frequent] = chinese.find(([name]) => name === encoding) ?? []
  if (frequent) return 3 * share(sign => frequent.includes(sign))
  if (encoding === 'euc-kr') return share(sign => /\p{Script=Hangul}/u.test(sign))
  // Japanese: half-width signs are what other letters turn into.
  const kana = share(sign => /[\u3040-\u30ff]/.test(sign))
  return kana < 0.2 ? kana : kana + share(sign => /\p{Script=Han}/u.test(sign))
}

/** What no text has: control signs, signs of no meaning, words of two scripts or with capitals within, Latin ones without plain letters, signs within words. */
function wrongIn(text: string): number {
  const signs = text.match(/[\u0080-\u009f\ufffd\ue000-\uf8ff]|(?<=\p{L})[¡-©«-´¶-¹»-¿×÷](?=\p{L})/gu) ?? []
  const words = (text.match(/\p{L}+/gu) ?? []).filter(
    word => beyondAscii.test(word) && (isMixed(word) || isDense(word)),
  )
  return signs.length + words.length
}

const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Hangul}/u]

const isMixed = (word: string) => scripts.filter(script => script.test(word)).length > 1 || /\p{Ll}\p{Lu}/u.test(word)

const isDense = (word: string) =>
  word.length > 3 && /^\p{Script=Latin}+$/u.test(word) && word.replaceAll(/[a-z]/gi, '').length > 0.6 * word.length
