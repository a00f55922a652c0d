import { setImmediate } from 'node:timers/promises'
import type { Database } from '../database.server.ts'

/**
 * Small reads that are asked for at the same moment, as by many visitors, made one statement. `readAll` gets what each has asked for; all of
 * them get what it found, and take their own out of it. Where it fails, all who asked fail.
 */
export function gathered<Query, Result>(
  readAll: (db: Database, queries: Query[]) => Promise<Result>,
): (db: Database, query: Query) => Promise<Result> {
  const open = new WeakMap<Database, { all: Query[]; result: Promise<Result> }>()

  /** Takes in all that arrives until the process has looked through its sockets once. */
  function begin(db: Database) {
    const all: Query[] = []
    const result = setImmediate().then(() => {
      open.delete(db)
      return readAll(db, all)
    })
    const batch = { all, result }
    open.set(db, batch)
    return batch
  }

  return (db, query) => {
    const { all, result } = open.get(db) ?? begin(db)
    all.push(query)
    return result
  }
}
