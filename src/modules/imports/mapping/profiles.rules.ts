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

/**
 * As the source's last list was read, where this one is named as the shop names columns, and its file as that one was but for digits:
 * `parts-2026-11.csv` after `parts-2026-10.csv`. Undefined where that holds of no source, or of several.
 */
export function profileOfFile<Profile extends { file?: string | undefined }>(
  profiles: readonly Profile[],
  name: string,
): Profile | undefined {
  const undated = (file: string) => file.toLowerCase().replaceAll(/\d+/g, '')
  const [found, ...others] = profiles.filter(({ file }) => file !== undefined && undated(file) === undated(name))
  return others.length === 0 ? found : undefined
}
