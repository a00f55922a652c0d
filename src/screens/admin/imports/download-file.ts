import { unreachable } from '#ui/calls/call.ts'
import { saveFile } from './send-files.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Saves a CSV file as it comes: the call for it wants the session's token. The browser keeps its bytes where it likes, so that a
 * long file needs no memory. One that breaks off is not saved. `onRows` hears how far it is; returns how many rows it has.
 */
export async function downloadFile(
  name: string,
  bytes: ReadableStream<Bytes>,
  onRows: (rows: number) => void,
): Promise<number> {
  const counter = countRows(onRows)
  await saveStream({ name, type: 'text/csv' }, bytes.pipeThrough(counter.stream))
  return counter.rows()
}

type Kind = { name: string; type: string }

/** Saves a file as it comes. One that breaks off is not saved. */
export async function saveStream({ name, type }: Kind, bytes: ReadableStream<Bytes>): Promise<void> {
  const file = await new Response(bytes, { headers: { 'content-type': type } }).blob().catch(() => {
    throw unreachable()
  })
  saveFile(name, file)
}

/** Saves a file of another kind as it comes, in the same way. `onBytes` hears how large it is, once it is whole. */
export async function downloadBytes(
  kind: Kind,
  bytes: ReadableStream<Bytes>,
  onBytes: (bytes: number) => void,
): Promise<void> {
  let sum = 0
  const counter = new TransformStream<Bytes, Bytes>({
    transform(some, next) {
      sum += some.length
      next.enqueue(some)
    },
    flush: () => onBytes(sum),
  })
  await saveStream(kind, bytes.pipeThrough(counter))
}

const quote = '"'.charCodeAt(0)
const lineEnd = '\n'.charCodeAt(0)

/** After so many more rows the count is told again: whoever listens to a page hears each word of it. */
const tellEach = 5000

/** Counts the rows of a CSV file on its way, without the names of its columns. A line end within quotes ends none. */
function countRows(onRows: (rows: number) => void) {
  let lines = 0
  let isQuoted = false
  let reported = 0
  const rows = () => Math.max(0, lines - 1)
  const stream = new TransformStream<Bytes, Bytes>({
    transform(bytes, next) {
      for (const byte of bytes) {
        if (byte === quote) isQuoted = !isQuoted
        else if (byte === lineEnd && !isQuoted) lines += 1
      }
      next.enqueue(bytes)
      if (rows() < reported + tellEach) return
      reported = rows()
      onRows(reported)
    },
    flush: () => onRows(rows()),
  })
  return { stream, rows }
}
