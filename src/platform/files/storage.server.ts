import pg from 'pg'
import { isCode } from './error-code.server.ts'

/** How long after the last write that found no room a shop is not ready. */
const quietMs = 30_000

/** Whether there was no room left for what should be written: of the database (53100), or of a file. */
export function isStorageFull(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '53100'
  return isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')
}

export type Storage = {
  /** Remembers an error that says that there is no room; false for any other. */
  noteIfFull(error: unknown): boolean
  /** Whether something could not be written a moment ago. */
  isFull(): boolean
}

export function watchStorage(now: () => number = Date.now): Storage {
  let fullUntil = 0
  return {
    noteIfFull(error) {
      const isFull = isStorageFull(error)
      if (isFull) fullUntil = now() + quietMs
      return isFull
    },
    isFull: () => now() < fullUntil,
  }
}
