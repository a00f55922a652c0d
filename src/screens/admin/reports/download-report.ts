import { reportsContract } from '#contracts/desk'
import { type Period, type ReportKind, reportName } from '#rules/desk'
import { callFile, unreachable } from '#ui/calls/call.ts'
import { saveFile } from '../imports/send-files.ts'

type Wanted = { kind: ReportKind; period: Period; onRows: (rows: number) => void }

/**
 * A file of the business, as it comes: the call for it wants the session's token. The browser keeps its bytes where it likes, so
 * that a long file needs no memory. One that breaks off is not saved.
 */
export async function downloadReport({ kind, period, onRows }: Wanted): Promise<{ name: string; rows: number }> {
  const bytes = await callFile(reportsContract.readReportFile, { params: { report: kind }, query: period })
  const counter = countRows(onRows)
  const file = await new Response(bytes.pipeThrough(counter.stream)).blob().catch(() => {
    throw unreachable()
  })
  const name = reportName(kind, period)
  saveFile(name, file)
  return { name, rows: counter.rows() }
}

const [quote, lineEnd] = [...'"\n'].map(letter => letter.charCodeAt(0))

/** Counts the rows of a CSV file on its way, without the names of its columns. A line end within quotes ends none. */
function countRows(onRows: (rows: number) => void) {
  let lines = 0
  let isQuoted = false
  const rows = () => Math.max(0, lines - 1)
  const stream = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, next) {
      for (const byte of bytes) {
        if (byte === quote) isQuoted = !isQuoted
        else if (byte === lineEnd && !isQuoted) lines += 1
      }
      onRows(rows())
      next.enqueue(bytes)
    },
  })
  return { stream, rows }
}
