/** A day without an hour, `2026-03-31`, as an instant that is on that day in nearly every time zone. */
export function noonOf(day: string): string {
  return day.length === 10 ? `${day}T12:00:00Z` : day
}
