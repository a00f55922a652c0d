import { numberFormat } from './formats.ts'

/**
 * One reader and one writer of the numbers that people type. What a person types is read by their language, or refused with what
 * it may mean: never silently as another number. `1.500` is fifteen hundred in Berlin and one and a half in Boston.
 */
export type NumberField = {
  /** The language of whoever types: a BCP 47 tag. */
  locale: string
  /** How many decimals a value may have; 0 for whole numbers. */
  decimals: number
  /** For an amount of money: its currency, a lower-case ISO code, whose sign may stand beside it. */
  currency?: string | undefined
  /** For a percentage: `%` may stand beside it. */
  isPercentage?: boolean
  /** Below zero, too. */
  isSigned?: boolean
  /** Decimals that are nothing but zeros are none: a count, which spreadsheets write as `2.00`. */
  takesZeros?: boolean
}

/** Why what was typed is no number of this field. */
export type NumberProblem =
  | 'blank'
  | 'no-number'
  | 'unclear'
  | 'other-currency'
  | 'too-many-decimals'
  | 'negative'
  | 'too-large'

/** `value` is decimal text with a point: `1500`, `-0.5`. Where it is unclear, `readings` are such values: what it may mean. */
export type TypedNumber = { value: string } | { problem: NumberProblem; readings: string[] }

/** With three decimals more, a number is still exact. */
const mostDigits = 12

/** Reads what a person typed into a field. */
export function readNumber(typed: string, field: NumberField): TypedNumber {
  const text = plainSigns(typed).trim()
  if (text === '') return refused('blank')
  const names = namesOfCurrency(field)
  const amount = withoutOne(names, text)
  const [, minus = '', percent = '', body = '', percentAfter = '', minusAfter = ''] =
    /^([-+]?) ?(%?) ?(\d[^%-]*?) ?(%?) ?(-?)$/.exec(amount) ?? []
  const isTwice = (minus !== '' && minusAfter !== '') || (percent !== '' && percentAfter !== '')
  const hasPercent = percent !== '' || percentAfter !== ''
  const isOdd = isTwice || (hasPercent && !field.isPercentage)
  const read = isOdd ? refused('no-number') : readDigits(body, field)
  if ('problem' in read) {
    // Both are wrong with `-1.5` of a count; that it is below zero says more.
    if (read.problem === 'too-many-decimals' && (minus || minusAfter) === '-' && !field.isSigned)
      return refused('negative')
    const isOther = read.problem === 'no-number' && /\p{Sc}|\b[A-Z]{3}\b/u.test(amount) && amount === text
    return isOther && !names.some(name => text.toLowerCase().includes(name)) ? refused('other-currency') : read
  }
  // In a field of percentages `0.19` may be meant as nineteen of a hundred.
  const isSmall = field.isPercentage && !hasPercent && Number(read.value) > 0 && Number(read.value) < 1
  if (isSmall) return refused('unclear', [read.value, hundredfold(read.value)])
  if ((minus || minusAfter) !== '-' || Number(read.value) === 0) return read
  return field.isSigned ? { value: `-${read.value}` } : refused('negative')
}

/** A value as such a field shows it: read back, it is the same. `value` is decimal text with a point. */
export const writeNumber = (value: string, field: NumberField): string => write(value, field, {})

/** The same without decimals where there are none to tell, as an address has it: `40`, `40.50`. */
export const writeShort = (value: string, field: NumberField): string =>
  write(value, field, { trailingZeroDisplay: 'stripIfInteger' })

function write(value: string, field: NumberField, zeros: Intl.NumberFormatOptions): string {
  const least = field.currency === undefined ? 0 : field.decimals
  const digits = { minimumFractionDigits: least, maximumFractionDigits: field.decimals, useGrouping: false, ...zeros }
  // Intl shows a hundred times what it is given as a percentage.
  const given = (field.isPercentage ? `${value}e-2` : value) as Intl.StringNumericLiteral
  const parts = numberFormat(field.locale, { ...styleOf(field), ...digits }).formatToParts(given)
  const shown = parts.filter(({ type }) => !['currency', 'percentSign', 'literal'].includes(type))
  return shown.map(({ value }) => value).join('')
}

const refused = (problem: NumberProblem, readings: string[] = []) => ({ problem, readings })

const hundredfold = (value: string): string => {
  const [whole = '', fraction = ''] = value.split('.')
  const digits = fraction.padEnd(2, '0')
  return canonical(whole + digits.slice(0, 2), digits.slice(2))
}

/** Digits, spaces, minus and quotation marks of every script as the plain ones; signs that only give a direction go. */
function plainSigns(text: string): string {
  return text
    .replaceAll(/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replaceAll(/\p{Nd}/gu, plainDigit)
    .replaceAll(/[\uFF01-\uFF5E]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\uFFE5', '¥')
    .replaceAll(/[\u2010-\u2015\u2212\uFE63]/g, '-')
    .replaceAll(/[\u2018\u2019\u02BC\u00B4]/g, "'")
    .replaceAll('\u066A', '%')
    .replaceAll(/\s+/g, ' ')
}

/** The digit of any script as a plain one: digits stand in tens, the zero first, and tens one behind the other. */
export function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}

/** The sign, the code and the name of the field's currency in its language, the longest first: `ca$` before `$`. */
export function namesOfCurrency({ locale, currency }: NumberField): string[] {
  if (currency === undefined) return []
  const displays = ['name', 'code', 'symbol', 'narrowSymbol'] as const
  const names = displays.map(currencyDisplay => {
    const parts = numberFormat(locale, { style: 'currency', currency, currencyDisplay }).formatToParts(2)
    return plainSigns(parts.find(({ type }) => type === 'currency')?.value ?? '').toLowerCase()
  })
  // `US$`, as it is written wherever another dollar is meant by the sign alone.
  if (names.includes('$')) names.push(`${currency.slice(0, 2)}$`)
  return names.filter(name => name !== '').sort((one, other) => other.length - one.length)
}

/** Without one of these names before the number or behind it. */
function withoutOne(names: readonly string[], text: string): string {
  for (const name of names) {
    const at = text.toLowerCase().indexOf(name)
    if (at < 0) continue
    const before = text.slice(0, at).trim()
    const behind = text.slice(at + name.length).trim()
    if (/^[-+]?$/.test(before) || /^-?$/.test(behind)) return before + behind
  }
  return text
}

/**
 * A figure of a file, by the decimal sign of its column: decimal text with a point, its decimals as they were written. Undefined
 * where it is none by that sign, or has another currency than the field's beside it.
 */
export function readFigure(typed: string, decimal: '.' | ',', field: NumberField): string | undefined {
  // Most of a file is written so.
  const [, whole = '', fraction] = (decimal === '.' ? /^(\d+)(?:\.(\d+))?$/ : /^(\d+)(?:,(\d+))?$/).exec(typed) ?? []
  if (whole !== '') return whole.replace(/^0+(?=\d)/, '') + (fraction === undefined ? '' : `.${fraction}`)
  const amount = /^\d[\d.,]*$/.test(typed) ? typed : figureIn(typed, field)
  const [, minus = '', body = '', minusAfter = ''] = /^([-+]?) ?(\d[^-]*?) ?(-?)$/.exec(amount) ?? []
  if (minus !== '' && minusAfter !== '') return undefined
  const [value] = readingsBy(decimal === '.' ? pointSigns : commaSigns, body)
  return value === undefined ? undefined : (minus || minusAfter) === '-' ? `-${value}` : value
}

function figureIn(typed: string, field: NumberField): string {
  const text = plainSigns(typed).trim().replaceAll('٫', '.').replaceAll('٬', ',')
  // `12,-` is twelve, and `.50` half of one.
  return withoutOne(namesOfCurrency(field), text)
    .replace(/(?<=\d)[.,]-$/, '')
    .replace(/^[-+]?(?=[.,]\d+$)/, sign => `${sign}0`)
}

type Signs = { decimal: string; group: string; nearest: number; further: number }

const styleOf = ({ currency, isPercentage }: NumberField): Intl.NumberFormatOptions => {
  if (currency !== undefined) return { style: 'currency', currency }
  return isPercentage ? { style: 'percent' } : {}
}

/** As this language writes such values; in some (Austria, Switzerland) amounts have other signs than numbers. */
function ownSigns(field: NumberField): Signs {
  const format = numberFormat(field.locale, { ...styleOf(field), minimumFractionDigits: 3, useGrouping: 'always' })
  const parts = format.formatToParts(123_456_789_012.5)
  const signOf = (type: string) => plainSigns(parts.find(part => part.type === type)?.value ?? '')
  const sizes = parts.filter(({ type }) => type === 'integer').map(({ value }) => Array.from(value).length)
  return { decimal: signOf('decimal'), group: signOf('group'), nearest: sizes.at(-1) ?? 3, further: sizes.at(-2) ?? 3 }
}

/** As numbers are written anywhere. */
const worldSigns: Signs[] = ['.', ',', '٫'].flatMap(decimal =>
  ['.', ',', ' ', "'", '٬'].map(group => ({ decimal, group, nearest: 3, further: 3 })),
)

const figureSigns = (decimal: string): Signs[] =>
  [',', '.', ' ', "'"].flatMap(group => [3, 2].map(further => ({ decimal, group, nearest: 3, further })))
const pointSigns = figureSigns('.')
const commaSigns = figureSigns(',')

/** By its own language first; then by any other, if there is but one value that it can have. */
function readDigits(body: string, field: NumberField): TypedNumber {
  const own = readingsBy([ownSigns(field)], body).filter(value => decimalsIn(value) <= field.decimals)
  const [value, ...others] = own.length > 0 ? own : readingsBy(worldSigns, body)
  if (value === undefined) return refused('no-number')
  if (others.length > 0) {
    const readings = [value, ...others].map(withoutZeros).filter(reading => decimalsIn(reading) <= field.decimals)
    return refused('unclear', [...new Set(readings)])
  }
  const plain = withoutZeros(value)
  if (decimalsIn(field.takesZeros ? plain : value) > field.decimals) return refused('too-many-decimals')
  return plain.split('.')[0]!.length > mostDigits ? refused('too-large') : { value: plain }
}

/** All values that these digits have, each once, with their decimals as they were typed. */
function readingsBy(all: readonly Signs[], body: string): string[] {
  return [...new Set(all.flatMap(signs => readBy(signs, body) ?? []))]
}

function readBy({ decimal, group, nearest, further }: Signs, body: string): string | undefined {
  const [whole = '', fraction, ...more] = decimal === '' ? [body] : body.split(decimal)
  if (decimal === group || more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined
  const [first = '', ...groups] = group === '' ? [whole] : whole.split(group)
  const isGrouped = groups.every((digits, at) => {
    const size = at === groups.length - 1 ? nearest : further
    return /^\d+$/.test(digits) && digits.length === size
  })
  const isFirst = groups.length === 0 ? /^\d+$/.test(first) : /^[1-9]\d*$/.test(first) && first.length <= further
  if (!isGrouped || !isFirst) return undefined
  return [[first, ...groups].join('').replace(/^0+(?=\d)/, ''), ...(fraction === undefined ? [] : [fraction])].join('.')
}

const decimalsIn = (value: string): number => value.split('.')[1]?.length ?? 0

const withoutZeros = (value: string): string => (value.includes('.') ? value.replace(/\.?0+$/, '') : value)

const canonical = (whole: string, fraction: string): string =>
  withoutZeros(`${whole.replace(/^0+(?=\d)/, '')}${fraction === '' ? '' : `.${fraction}`}`)
