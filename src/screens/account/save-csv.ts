import { csvLine } from '#kernel/tables/written-files'
import { saveFile } from './security/save-file.ts'

type Cells = readonly (string | number | null | undefined)[]

/** Hands rows to the browser as a file for spreadsheets; without its mark, these take it for one of another encoding. */
export function saveCsv(name: string, rows: readonly Cells[]): void {
  saveFile(name, `\ufeff${rows.map(csvLine).join('')}`, 'text/csv')
}

/** A name as a file may have it. */
export const csvName = (name: string): string =>
  `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'list'}.csv`
