/** How the cells of a workbook are shown: what its number formats say. */

/** Formats that every workbook has by number: those of days and times. */
const builtInDays = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47, ...range(27, 36), ...range(50, 58)])

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

export type CellFormat = {
  isDay: boolean
  /** So many digits are shown, zeros before the number. */
  digits: number
  /** So many digits are shown behind the point. */
  decimals: number
  /** What is shown beside the figure: `€`, `EUR`, `kg`. */
  beside: string
}

export function formatOf(id: number, code: string | undefined): CellFormat {
  if (code === undefined)
    return { isDay: builtInDays.has(id), digits: 0, decimals: [2, 4].includes(id) ? 2 : 0, beside: '' }
  // What stands in quotation marks, brackets or behind a backslash is shown, and means nothing.
  const plain = code.replaceAll(/"[^"]*"|\[(?!h|m|s)[^\]]*\]|\\./gi, '')
  const [first = ''] = plain.split(';')
  return {
    isDay: /[ymdhs]/i.test(first.replaceAll(/general/gi, '')),
    digits: /^0{2,}$/.test(first.trim()) ? first.trim().length : 0,
    decimals: /^[#,]*0\.(0+)$/.exec(first.trim())?.[1]?.length ?? 0,
    beside: besideIn(code),
  }
}

/** `#,##0.00\ "€"`, `[$EUR-407] 0.00`, `$0.00`: the words and signs of a format, of figures above 0. */
function besideIn(code: string): string {
  const words = code.matchAll(/"([^"]*)"|\[\$([^\]-]*)[^\]]*\]|\\(.)|(\p{Sc})|(;)/gu)
  const shown: string[] = []
  for (const [, quoted, currency, escaped, sign, end] of words) {
    if (end !== undefined) break
    shown.push(quoted ?? currency ?? escaped ?? sign ?? '')
  }
  return shown.join(' ').trim()
}

/** A number as a spreadsheet knows it: fifteen digits, without the noise of binary fractions behind them. */
export function plainNumber(raw: string): string {
  if (/^\d{1,15}$/.test(raw)) return raw.replace(/^0+(?=\d)/, '')
  const number = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(number)) return raw
  const rounded = Number(number.toPrecision(15))
  const text = String(rounded)
  if (!text.includes('e')) return text
  return Number.isInteger(rounded) ? BigInt(rounded).toString() : rounded.toFixed(20).replace(/\.?0+$/, '')
}

/** `4711.1` where the cell shows `4711.10`: of a number these are not the same. What has no point stays, however many zeros are shown. */
export function withZerosBehind(text: string, decimals: number): string {
  const [, fraction] = /^-?\d+\.(\d+)$/.exec(text) ?? []
  return fraction === undefined ? text : text + '0'.repeat(Math.max(0, decimals - fraction.length))
}

const msADay = 24 * 3600 * 1000

/** A spreadsheet's day: `2026-11-26`, with the time behind it where it has one. Undefined for what is none. */
export function dayOf(raw: string, is1904: boolean): string | undefined {
  const serial = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(serial) || serial < 0 || serial > 2_958_466) return undefined
  // The calendar of 1900 has a 29th of February that never was.
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const date = new Date(Math.round((days - 25_569) * msADay))
  const text = date.toISOString()
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

/** `BC12` is the column 54, the first being 0. */
export function columnAt(reference: string): number | undefined {
  const [, letters = ''] = /^([A-Z]{1,3})\d*$/.exec(reference.toUpperCase()) ?? []
  if (letters === '') return undefined
  let column = 0
  for (const letter of letters) column = 26 * column + letter.charCodeAt(0) - 64
  return column - 1
}

/** Signs that no XML takes, and what looks like one that was escaped: `_x000D_`. */
export const plainText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text

/** The text of a cell as a workbook keeps it; `plainText` reads it. What a line's end becomes begins with the sign that would end another. */
export const escapedText = (text: string): string =>
  text.replaceAll(/_(?=x[0-9a-fA-F]{4}[_\r])/g, '_x005F_').replaceAll('\r', '_x000D_')
