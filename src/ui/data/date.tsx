import { dateFormat } from '#kernel/formats'
import { useShop } from '../shop.tsx'

type DateTimeProps = {
  /** An instant as ISO text. */
  value: string
  /** `day` leaves the hour out. */
  precision?: 'minute' | 'day'
}

/** An instant in the shop's language and time zone: the same on the server and in every browser. */
export function DateTime({ value, precision = 'minute' }: DateTimeProps) {
  const format = useDate()
  return <time dateTime={value}>{format(value, precision)}</time>
}

/** How to write an instant inside a sentence. */
export function useDate(): (value: string, precision?: 'minute' | 'day') => string {
  const { locale, timeZone } = useShop()
  return (value, precision = 'minute') =>
    dateFormat(locale, {
      timeZone,
      dateStyle: 'medium',
      ...(precision === 'minute' && { timeStyle: 'short' }),
    }).format(new Date(value))
}
