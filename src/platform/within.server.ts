import { setTimeout as pause } from 'node:timers/promises'

/** What the work gives, or an error after so long without an answer. The work itself is not ended. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  const tooLate = pause(ms, undefined, { ref: false, signal: done.signal }).then(() => {
    throw new Error(`There was no answer for ${ms} ms`)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    done.abort()
  }
}
