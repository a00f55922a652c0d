import { setImmediate } from 'node:timers/promises'
import type { Database } from '../database.server.ts'

/**
 * Small reads that are asked for at the same moment, as by many visitors, made one statement. `readAll` gets what each has asked for; all of
 * them get what it found, and take their own out of it. Where it fails, all who asked fail.
 */
export function gathered<Asked, Found>(
  readAll: (db: Database, asked: Asked[]) => Promise<Found>,
): (db: Database, asked: Asked) => Promise<Found> {
  const open = new WeakMap<Database, { all: Asked[]; found: Promise<Found> }>()

  /** Takes in all that arrives until the process has looked through its sockets once. */
  function begin(db: Database) {
    const all: Asked[] = []
    const found = setImmediate().then(() => {
      open.delete(db)
      return readAll(db, all)
    })
    const batch = { all, found }
    open.set(db, batch)
    return batch
  }

  return (db, asked) => {
    const { all, found } = open.get(db) ?? begin(db)
    all.push(asked)
    return found
  }
}
