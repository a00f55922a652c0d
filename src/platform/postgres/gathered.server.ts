import { setImmediate } from 'node:timers/promises'
import type { Database } from '../database.server.ts'

/**
 * Reads of one row each that are asked for at the same moment, as by many visitors, made one statement. `readAll` gets the ids without
 * repetition and returns what it found by id; where it fails, all who asked fail.
 */
export function gathered<Row>(
  readAll: (db: Database, ids: string[]) => Promise<Map<string, Row>>,
): (db: Database, id: string) => Promise<Row | undefined> {
  const open = new WeakMap<Database, { ids: Set<string>; rows: Promise<Map<string, Row>> }>()

  /** Takes in all that arrives until the process has looked through its sockets once. */
  function begin(db: Database) {
    const ids = new Set<string>()
    const rows = setImmediate().then(() => {
      open.delete(db)
      return readAll(db, [...ids])
    })
    const batch = { ids, rows }
    open.set(db, batch)
    return batch
  }

  return async (db, id) => {
    const { ids, rows } = open.get(db) ?? begin(db)
    ids.add(id)
    return (await rows).get(id)
  }
}
