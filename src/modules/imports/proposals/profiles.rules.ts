import { plainCell } from '#kernel/tables/cells'
import { monthNames } from '#kernel/tables/month-names'
import type { TableRow } from '#kernel/tables/records'
import { mostTitles } from '#kernel/tables/table'
import { type Mapping, isShapeOf } from '../mapping/mapping.rules.ts'
import type { ProposedColumn } from './propose.rules.ts'

/** As the source's last list was read, where this one has the same columns; else undefined. */
export const profileFor = <Profile extends { mapping?: Mapping | undefined }>(
  profiles: readonly Profile[],
  rows: readonly TableRow[],
): Profile | undefined =>
  profiles.find(
    ({ mapping }) => mapping && rows.slice(0, mostTitles).some(({ cells }) => isShapeOf(mapping, cells.map(plainCell))),
  )

/** In which lists come whose files are named after months. */
const languages = 'en de fr es it nl pt pl cs sv da nb fi hu ro tr el uk ru'.split(' ')

let months: ReadonlySet<string> | undefined

/** Whether one file follows the other by their names: they are alike but for digits and months, as `parts-2026-11.csv` and `parts Dec.csv`. */
export function areFilesAlike(one: string, other: string): boolean {
  // Made with the first file, and once: each name of a month is asked of the language's own dictionary.
  const names = (months ??= new Set(monthNames(languages, 'long', 'short').map(name => name.toLowerCase())))
  const [name, next] = [one, other].map(file =>
    (file.toLowerCase().match(/\p{L}+/gu) ?? []).filter(word => !names.has(word)).join(' '),
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
  const [profile, ...others] = profiles.filter(({ mapping, file }) => !mapping && areFilesAlike(file, name))
  return others.length === 0 ? profile : undefined
}

/** Whether the names of a list's columns say of each what it is. */
export const areNamed = (columns: readonly ProposedColumn[]): boolean =>
  columns.every(({ by, head }) => by === 'name' || head === '')
