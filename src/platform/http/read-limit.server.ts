import { LRUCache } from 'lru-cache'
import { refuse } from '#kernel/refusals'
import { networksOf } from './rate-limits.server.ts'

/**
 * How many public answers one network has made anew in a minute: what is in the cache costs next to nothing and is not
 * counted. A hundred people behind one address, each with a search every ten seconds, stay below.
 */
const mostInMinute = 600

const minuteMs = 60_000

/** More networks than this are not counted at once; the one that came least lately begins anew. */
const mostNetworks = 50_000

export type ReadLimit = {
  /** Counts an answer that is about to be made for this address. Refuses: too-many-requests. */
  count(address: string): void
}

/** Counts by process: what it protects is the process's own time. */
export function limitReads(now: () => Date, most = mostInMinute): ReadLimit {
  const counts = new LRUCache<string, { count: number; endsAt: number }>({ max: mostNetworks })
  return {
    count(address) {
      const at = now().getTime()
      for (const { network, share } of networksOf(address)) {
        const existing = counts.get(network)
        const current = existing && existing.endsAt > at ? existing : { count: 0, endsAt: at + minuteMs }
        current.count += 1
        counts.set(network, current)
        if (current.count <= most * share) continue
        throw refuse('too-many-requests', { seconds: Math.ceil((current.endsAt - at) / 1000) })
      }
    },
  }
}

/** For a shop that only its own machine reaches. */
export const unlimitedReads: ReadLimit = { count: () => undefined }
