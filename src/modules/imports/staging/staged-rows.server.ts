import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { copyCells, copyLine } from '../files/rows.rules.ts'
import type { RowKind } from '../import.rules.ts'
import type { Batch } from '../files/table.server.ts'
import { stagedName } from './staging.server.ts'

/** So many go to the database at once. Fewer are more statements than the rows are worth. */
export const rowsAtOnce = 1000

type Table = RowKind | 'named'
type Staging = { number: number; file: number }

/**
 * Rows on their way into the staging tables of an import: one COPY for each kind of some of them; the database sets the pace. They wait as the
 * text that COPY reads: a row as it was read is twenty times as large.
 */
export function stagedRows(client: pg.PoolClient, { number, file }: Staging) {
  let waiting = new Map<Table, string[]>()
  let rows = 0
  let copying: Promise<void> = Promise.resolve()
  const wait = (table: Table, line: string) => {
    const lines = waiting.get(table)
    if (lines) lines.push(line)
    else waiting.set(table, [line])
    rows += 1
  }
  const copy = async (all: ReadonlyMap<Table, string[]>) => {
    for (const [table, lines] of all) {
      const stream = client.query(copyFrom(`copy ${stagedName(table, number)} from stdin`))
      const finished = once(stream, 'finish')
      stream.end(lines.join(''))
      await finished
    }
  }
  const send = async () => {
    // Some are on their way to the database while the next are read: never more.
    await copying
    copying = copy(waiting)
    copying.catch(() => undefined)
    waiting = new Map()
    rows = 0
  }
  return {
    async add(batch: Batch): Promise<void> {
      for (const row of batch.rows) wait(row.kind, copyLine(file, row))
      for (const { kind, brand, part } of batch.named) wait('named', copyCells([kind, brand, part]))
      if (rows >= rowsAtOnce) await send()
    },
    async end(): Promise<void> {
      await send()
      await copying
    },
  }
}
