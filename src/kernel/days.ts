import * as z from 'zod/mini'
import { dateFormat } from './formats.ts'
import { texts } from './texts.ts'

/** Whether a text is a day of the calendar, as `<input type="date">` writes it. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && date.getUTCFullYear() >= 1000
}

/** The day of a moment in a time zone, as `2026-11-24`. */
export const dayIn = (at: Date, timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

/** A day such as `2026-11-24` as people of a language write it. */
export const formatDay = (day: string, locale: string): string =>
  dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

export const dayTexts = texts('kernel.days', { invalid: 'Use a date such as 2026-03-31.' })

/** A day that may be missing; blank counts as missing. */
export const optionalDay = z.optional(
  z.pipe(
    z.string().check(
      z.trim(),
      z.refine(text => text === '' || isDay(text), { error: () => dayTexts.invalid }),
    ),
    z.transform((text: string) => text || undefined),
  ),
)
