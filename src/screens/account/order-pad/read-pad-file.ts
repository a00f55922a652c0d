import { type Paste, readPaste, readTable } from '#rules/ordering'
import { readTextFile } from '#ui/controls/read-text-file.ts'

/** What a file of so many rows is far below. */
export const mostBytes = 5 * 1024 * 1024

/** The rows of a CSV or XLSX file; undefined where it is neither. */
export async function readPadFile(file: File): Promise<Paste | undefined> {
  return /\.xlsx$/i.test(file.name) ? readWorkbook(file) : readText(file)
}

async function readText(file: File): Promise<Paste | undefined> {
  const text = await readTextFile(file)
  return text === undefined || text.includes('\0') ? undefined : readPaste(text)
}

/** The first sheet. Numbers stay the digits that they are: a GTIN is longer than what is shown of it. */
async function readWorkbook(file: File): Promise<Paste | undefined> {
  // Fetched when such a file is chosen.
  const { readSheet } = await import('read-excel-file/universal')
  try {
    const sheet = await readSheet(file, { parseNumber: (digits: string) => digits })
    return readTable(sheet.map(row => row.map(textOf)))
  } catch {
    return undefined
  }
}

/** A day is no number of a part: it is shown as one, and refused. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'boolean' ? String(cell) : ''
}
