import { foldPartNumber } from './fold.rules.ts'

/**
 * Numbers of trade items as scanners and labels write them: GTIN-8, -12, -13 and -14, UPC-E, and element strings of GS1, in
 * brackets (`(01)04006381333931(10)A7`) or as a scanner sends them (`]C1`, `]d2`, with or without the sign between fields).
 */

/** Whether the last digit of a GTIN (8, 12, 13 or 14 digits) is the one that its others ask for. Zeros alone are none. */
export function isGtin(digits: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return false
  const weighted = Array.from(digits.padStart(14, '0'), (digit, at) => Number(digit) * (at % 2 === 0 ? 3 : 1))
  return weighted.reduce((sum, one) => sum + one, 0) % 10 === 0
}

/** What an element string says, apart: days as `2027-05-31`. */
export type ElementString = {
  /** With 14 digits. */
  gtin: string
  batch?: string
  serial?: string
  made?: string
  expires?: string
  count?: string
}

/** Between fields that have no fixed length. */
const separator = '\u001d'

/** The fields that are read: how long each is, and what it says. Longer keys come first. */
const fields: readonly { key: RegExp; length?: number; most?: number; says?: keyof ElementString }[] = [
  { key: /^(?:310|311|312|313|314|315|316|320|330|340|356|357)\d/, length: 6 },
  { key: /^(?:240|241|250|251|400|401|403|420|421|710|711|712|713|714)/, most: 30 },
  { key: /^(?:410|411|412|413|414|415|416|417)/, length: 13 },
  { key: /^422/, length: 3 },
  { key: /^00/, length: 18 },
  { key: /^0[12]/, length: 14, says: 'gtin' },
  { key: /^10/, most: 20, says: 'batch' },
  { key: /^11/, length: 6, says: 'made' },
  { key: /^1[2356]/, length: 6 },
  { key: /^17/, length: 6, says: 'expires' },
  { key: /^20/, length: 2 },
  { key: /^21/, most: 20, says: 'serial' },
  { key: /^22/, most: 20 },
  { key: /^3[07]/, most: 8, says: 'count' },
  { key: /^9\d/, most: 90 },
]

/** Any other field, behind the number of a trade item, whose check digit says that it is one. */
const unknownField: (typeof fields)[number] = { key: /^\d{2}/ }

/** An element string of GS1 with a number of a trade item in it; undefined for any other text. */
export function readElementString(text: string): ElementString | undefined {
  const plain = text.trim().replaceAll('\u241d', separator)
  const [, symbol = '', scanned = ''] = /^(\](?:C1|d[12]|Q3|e0|J1))?(.*)$/s.exec(plain) ?? []
  const pairs = scanned.startsWith('(') ? bracketed(scanned) : fieldsIn(scanned)
  // Without a scanner's sign before it, a number that is no more than 16 digits may be a part's.
  const isString = pairs && (symbol !== '' || scanned.startsWith('(') || /^01\d{14}/.test(scanned))
  return isString ? readPairs(pairs) : undefined
}

type Pairs = readonly (readonly [key: string, value: string])[]

function bracketed(text: string): Pairs | undefined {
  const pairs = Array.from(text.matchAll(/\((\d{2,4})\)([^(]*)/g), ([, key = '', value = '']) => [key, value] as const)
  return pairs.length > 0 && pairs.map(([key, value]) => `(${key})${value}`).join('') === text ? pairs : undefined
}

const withoutSeparator = (text: string) => (text.startsWith(separator) ? text.slice(1) : text)

function fieldsIn(text: string): Pairs | undefined {
  const pairs: (readonly [string, string])[] = []
  let rest = withoutSeparator(text)
  while (rest !== '') {
    // Of a field that is not known nothing is read: it ends with the sign between fields.
    const possibleFields = pairs[0]?.[0] === '01' ? [...fields, unknownField] : fields
    const field = possibleFields.find(({ key }) => key.test(rest))
    const [key = ''] = field?.key.exec(rest) ?? []
    const behind = rest.slice(key.length)
    const end = behind.indexOf(separator)
    const value =
      field?.length === undefined ? behind.slice(0, end < 0 ? undefined : end) : behind.slice(0, field.length)
    if (!field || value === '' || value.length > (field.most ?? value.length)) return undefined
    if (field.length !== undefined && !new RegExp(`^\\d{${field.length}}$`).test(value)) return undefined
    pairs.push([key, value])
    rest = withoutSeparator(behind.slice(value.length))
  }
  return pairs.length > 0 ? pairs : undefined
}

function readPairs(pairs: Pairs): ElementString | undefined {
  const values = new Map(
    pairs.flatMap(([key, value]) => {
      const says = fields.find(
        field => field.key.test(key) && key.length === (field.key.exec(key)?.[0].length ?? 0),
      )?.says
      return says ? [[says, value.trim()] as const] : []
    }),
  )
  const gtin = values.get('gtin')?.padStart(14, '0') ?? ''
  if (!isGtin(gtin)) return undefined
  const [made, expires] = [dayOf(values.get('made')), dayOf(values.get('expires'))]
  const [batch, serial, count] = [values.get('batch'), values.get('serial'), values.get('count')]
  return {
    gtin,
    ...(batch !== undefined && { batch }),
    ...(serial !== undefined && { serial }),
    ...(made !== undefined && { made }),
    ...(expires !== undefined && { expires }),
    ...(count !== undefined && { count }),
  }
}

/** `270531` as a day; day 00 is the month's last, and years are those around now (General Specifications, 7.12). */
function dayOf(text: string | undefined): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text ?? '') ?? []
  if (year === '') return undefined
  const last = day === '00' ? new Date(Date.UTC(2000 + Number(year), Number(month), 0)).getUTCDate() : Number(day)
  const isDay = Number(month) >= 1 && Number(month) <= 12 && last >= 1 && last <= 31
  return isDay ? `20${year}-${month}-${String(last).padStart(2, '0')}` : undefined
}

/** What the short form of a UPC stands for, with its check digit; undefined where eight digits are none. */
export function upcOfShort(digits: string): string | undefined {
  const [, system = '', body = '', check = ''] = /^([01])(\d{6})(\d)$/.exec(digits) ?? []
  if (system === '') return undefined
  const [first, last] = [body.slice(0, 5), body.slice(5)]
  const longOf = () => {
    if (Number(last) <= 2) return `${first.slice(0, 2)}${last}0000${first.slice(2)}`
    if (last === '3') return `${first.slice(0, 3)}00000${first.slice(3)}`
    return last === '4' ? `${first.slice(0, 4)}00000${first.slice(4)}` : `${first}0000${last}`
  }
  const upc = `${system}${longOf()}${check}`
  return isGtin(upc) ? upc : undefined
}

/** Every number of a trade item, with 14 digits, that a text may be: by its value, as a short UPC, or in an element string. */
export function gtinsIn(text: string, folded: string): string[] {
  const scanned = readElementString(text)
  if (scanned) return [scanned.gtin]
  const own = isGtin(folded) ? folded : undefined
  return [own, upcOfShort(folded)].flatMap(digits => (digits === undefined ? [] : [digits.padStart(14, '0')]))
}

/** What a scanner sent, as a number that people type: the GTIN of an element string; anything else as it is. */
export const scannedNumber = (text: string): string => readElementString(text)?.gtin ?? text

/** What a short UPC stands for, with 14 digits. */
export const shortUpcIn = (text: string): string | undefined => upcOfShort(foldPartNumber(text))?.padStart(14, '0')

/** The zeros that a GTIN of 8, 12 or 13 digits has before it in its long form, as a regular expression of JavaScript and of PostgreSQL. */
export const gtinPadding = String.raw`^(?:0{6}(?=\d{8}$)|00(?=\d{12}$)|0(?=\d{13}$))`
const padding = new RegExp(gtinPadding)

/** A GTIN as it stands on a package, from its long form; with 14 digits only where it needs them. */
export const shortGtin = (long: string): string => long.replace(padding, '')

/** The number of a part as people read it. */
export const numberForPeople = (kind: string, value: string): string => (kind === 'gtin' ? shortGtin(value) : value)
