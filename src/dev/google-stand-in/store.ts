import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; endsAt: number }

/**
 * What the provider has to remember, in memory and bounded: the oldest makes way. Enough for whoever tries the demo
 * shop on this machine; a start forgets everything.
 */
export function boundedAdapters(most: number, now: () => number = Date.now): (model: string) => Adapter {
  const entries = new Map<string, Entry>()
  const read = (key: string) => {
    const entry = entries.get(key)
    if (entry && entry.endsAt > now()) return entry.payload
    entries.delete(key)
    return undefined
  }
  return model => ({
    async upsert(id, payload, expiresIn) {
      const key = `${model}:${id}`
      entries.delete(key)
      entries.set(key, { payload, endsAt: expiresIn ? now() + expiresIn * 1000 : Infinity })
      for (const [oldest] of entries) {
        if (entries.size <= most) break
        entries.delete(oldest)
      }
    },
    find: async id => read(`${model}:${id}`),
    findByUid: async uid =>
      [...entries.keys()].map(read).find(payload => payload?.kind === model && payload.uid === uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = read(`${model}:${id}`)
      if (payload) payload['consumed'] = Math.floor(now() / 1000)
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`)
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    },
  })
}
