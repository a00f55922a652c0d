/** What months are called in these languages, without points, as each language writes them. */
export function monthNames(languages: readonly string[], ...lengths: ('long' | 'short')[]): string[] {
  const formats = languages.flatMap(language =>
    lengths.map(month => new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })),
  )
  return formats.flatMap(format =>
    Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 1)).replaceAll('.', '')),
  )
}
