import { LRUCache } from 'lru-cache'
import type { Changes } from '../changes.server.ts'

/**
 * Gives what `read` reads: what is the same for everyone, costs something and seldom changes. It is read once, and again when
 * one of `topics` has changed. `key` names it, with all that it depends on beside the topics.
 */
export type Remember = <T>(key: string, topics: readonly string[], read: () => Promise<T>) => Promise<T>

/** For a process that does not follow the changes, and for a transaction, which sees what is not yet true for others. */
export const readEachTime: Remember = (_key, _topics, read) => read()

/** Small things, such as totals: some megabytes at most. */
const mostRemembered = 2000

type Entry = { value: Promise<unknown>; since: number }

/** What a process remembers of its database. Where changes of other processes are not heard, nothing. */
export type Memory = {
  remember: Remember
  /** For reading elsewhere what holds all that has changed until now: what changes from now on counts as later. */
  asOfNow: () => Remember
}

export function createMemory(changes: Pick<Changes, 'latest' | 'hasChanged' | 'isFollowing'>): Memory {
  const entries = new LRUCache<string, Entry>({ max: mostRemembered })
  const rememberAsOf =
    (moment: () => number) =>
    <T>(key: string, topics: readonly string[], read: () => Promise<T>) => {
      if (!changes.isFollowing()) return read()
      const existing = entries.get(key)
      // Whoever asks under a key names the same reading, so it is of the same type.
      if (existing && !changes.hasChanged(topics, existing.since)) return existing.value as Promise<T>
      // What changes while it is read counts as later.
      const entry = { value: read(), since: moment() }
      entries.set(key, entry)
      entry.value.catch(() => entries.get(key) === entry && entries.delete(key))
      return entry.value
    }
  return {
    remember: rememberAsOf(changes.latest),
    asOfNow() {
      const latest = changes.latest()
      return rememberAsOf(() => latest)
    },
  }
}
