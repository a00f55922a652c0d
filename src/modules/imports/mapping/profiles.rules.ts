import { plainCell } from '#kernel/tables/cells'
import type { TableRow } from '#kernel/tables/records'
import { type Mapping, isShapeOf } from './mapping.rules.ts'
import { mostTitles } from './propose.rules.ts'

/** As the source's last list was read, where this one has the same columns; else undefined. */
export const profileFor = <Profile extends { mapping?: Mapping | undefined }>(
  profiles: readonly Profile[],
  rows: readonly TableRow[],
): Profile | undefined =>
  profiles.find(
    ({ mapping }) => mapping && rows.slice(0, mostTitles).some(({ cells }) => isShapeOf(mapping, cells.map(plainCell))),
  )

/** In which lists come whose files are named after months. */
const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'pl',
  'cs',
  'sv',
  'da',
  'nb',
  'fi',
  'hu',
  'ro',
  'tr',
  'el',
  'uk',
  'ru',
]

function monthNames(): ReadonlySet<string> {
  const formats = languages.flatMap(language =>
    (['long', 'short'] as const).map(month => new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })),
  )
  const days = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15))
  return new Set(formats.flatMap(format => days.map(day => format.format(day).toLowerCase().replaceAll('.', ''))))
}

/** Whether one file follows the other by their names: they are alike but for digits and months, as `parts-2026-11.csv` and `parts Dec.csv`. */
export function areFilesAlike(one: string, other: string): boolean {
  const months = monthNames()
  const [name, next] = [one, other].map(file =>
    (file.toLowerCase().match(/\p{L}+/gu) ?? []).filter(word => !months.has(word)).join(' '),
  )
  return name === next
}

/**
 * As the source's last list was read, where this one is named as the shop names columns, and its file follows that one's. Undefined where that
 * holds of no source, or of several.
 */
export function profileOfFile<Profile extends { mapping?: Mapping | undefined; file: string }>(
  profiles: readonly Profile[],
  name: string,
): Profile | undefined {
  const [found, ...others] = profiles.filter(({ mapping, file }) => !mapping && areFilesAlike(file, name))
  return others.length === 0 ? found : undefined
}
