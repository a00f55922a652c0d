import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; endsAt: number }

/**
 * What the provider has to remember, in memory and bounded: the oldest makes way. Enough for whoever tries the demo
 * shop on this machine; a start forgets everything.
 */
export function boundedAdapters(most: number, now: () => number = Date.now): (model: string) => Adapter {
  const kept = new Map<string, Entry>()
  const read = (key: string) => {
    const found = kept.get(key)
    if (found && found.endsAt > now()) return found.payload
    kept.delete(key)
    return undefined
  }
  return model => ({
    async upsert(id, payload, expiresIn) {
      const key = `${model}:${id}`
      kept.delete(key)
      kept.set(key, { payload, endsAt: expiresIn ? now() + expiresIn * 1000 : Infinity })
      for (const [oldest] of kept) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
    },
    find: async id => read(`${model}:${id}`),
    findByUid: async uid => [...kept.keys()].map(read).find(payload => payload?.kind === model && payload.uid === uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = read(`${model}:${id}`)
      if (payload) payload['consumed'] = Math.floor(now() / 1000)
    },
    async destroy(id) {
      kept.delete(`${model}:${id}`)
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key)
    },
  })
}
