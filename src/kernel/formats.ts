/**
 * Formats of this language's numbers and dates, each made once: to make one takes longer than to render what it stands in, and
 * a page has hundreds.
 */

const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = locale + JSON.stringify(options)
  const format = numbers.get(key) ?? new Intl.NumberFormat(locale, options)
  numbers.set(key, format)
  return format
}

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const format = dates.get(key) ?? new Intl.DateTimeFormat(locale, options)
  dates.set(key, format)
  return format
}

type InZone = { locale: string; timeZone: string }

/** A moment as the clocks of a zone have it. */
export const formatMoment = (at: Date, { locale, timeZone }: InZone): string =>
  dateFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(at)

/** The same with the name of its zone, for a reader whose clocks may go otherwise. */
export function formatMomentNamed(at: Date, inZone: InZone): string {
  const { locale, timeZone } = inZone
  const parts = dateFormat(locale, { timeZone, hour: 'numeric', timeZoneName: 'short' }).formatToParts(at)
  return `${formatMoment(at, inZone)} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone}`
}

/** A number as people of this language write it. */
export const formatNumber = (value: number, locale: string): string => numberFormat(locale).format(value)

/** The size of a file, in the unit in which it is a number of a few digits. */
export function formatBytes(bytes: number, locale: string): string {
  const [unit, size] =
    bytes < 1_000_000 ? ['kilobyte', Math.max(1, Math.round(bytes / 1000))] : ['megabyte', bytes / 1_000_000]
  return numberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(size)
}

/** How many there are: `2,000+` where there are more than were counted. */
export const formatTotal = (counted: { total: number; totalIsMore?: boolean }, locale: string): string =>
  `${formatNumber(counted.total, locale)}${counted.totalIsMore ? '+' : ''}`
