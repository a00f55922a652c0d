import { reportsContract } from '#contracts/desk'
import { type Period, type ReportKind, columnsOfReport, reportName, reportPage } from '#rules/desk'
import { csvLine } from '#rules/imports'
import { call } from '#ui/calls/call.ts'
import { saveFile } from '../imports/send-files.ts'

type Wanted = { kind: ReportKind; period: Period; onRows: (rows: number) => void }

/**
 * A file of the business, page by page: the call for it wants the session's token. Each page becomes a part of the file at
 * once, which a browser keeps where it likes, so that a long file needs no more memory than a page.
 */
export async function downloadReport({ kind, period, onRows }: Wanted): Promise<{ name: string; rows: number }> {
  // Spreadsheets take a file without this mark for one of another encoding.
  const parts = [new Blob([`\ufeff${csvLine(columnsOfReport(kind).map(([name]) => name))}`])]
  let rows = 0
  let after: string | undefined
  do {
    const query = { ...period, limit: reportPage.most, after }
    const page = await call(reportsContract.readReport, { params: { report: kind }, query })
    parts.push(new Blob([page.rows.map(csvLine).join('')]))
    rows += page.rows.length
    onRows(rows)
    after = page.after ?? undefined
  } while (after !== undefined)
  const name = reportName(kind, period)
  saveFile(name, ...parts)
  return { name, rows }
}
