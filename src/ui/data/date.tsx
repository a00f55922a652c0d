import { dateFormat, formatMoment, formatMomentNamed } from '#kernel/formats'
import { useShop } from '../shop.tsx'
import { useHydrated } from '../use-hydrated.ts'

/** `day` leaves the hour out: a day is the shop's. `paper`: others read it, wherever they are. */
type Precision = 'minute' | 'day' | 'paper'

type DateTimeProps = {
  /** An instant as ISO text. */
  value: string
  precision?: Precision
}

/** An instant in the shop's language: days as the shop has them, times by the clock of whoever reads. */
export function DateTime({ value, precision = 'minute' }: DateTimeProps) {
  const format = useDate()
  return <time dateTime={value}>{format(value, precision)}</time>
}

/**
 * How to write an instant inside a sentence. A time of the day is of the browser's own zone; where that is not known, on the server
 * and on paper, it is of the shop's, and says so.
 */
export function useDate(): (value: string, precision?: Precision) => string {
  const { locale, timeZone } = useShop()
  const isInBrowser = useHydrated()
  return (value, precision = 'minute') => {
    const at = new Date(value)
    if (precision === 'day') return dateFormat(locale, { timeZone, dateStyle: 'medium' }).format(at)
    if (precision === 'paper' || !isInBrowser) return formatMomentNamed(at, { locale, timeZone })
    return formatMoment(at, { locale, timeZone: dateFormat(locale, {}).resolvedOptions().timeZone })
  }
}
