/** What months are called in these languages, without points, as each language writes them. */
export function monthNames(languages: readonly string[], ...lengths: ('long' | 'short')[]): string[] {
  const formats = languages.flatMap(language =>
    lengths.map(month => new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })),
  )
  return formats.flatMap(format =>
    Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 1)).replaceAll('.', '')),
  )
}

/** The languages in which most lists come whose months are written by letters. */
export const languagesOfMonths = 'en de fr es it nl pt pl sv nb hu ro tr ru uk el'.split(' ')
