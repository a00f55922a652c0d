/**
 * What a buyer has typed into the order form: kept for this tab and this account, so that a reload, an ended session or
 * the next tool does not ask for it again. A browser that keeps nothing is no reason to fail.
 */
const names = ['phone', 'company', 'address', 'vatNumber'] as const
type Name = (typeof names)[number]

const keyOf = (email: string) => `order-draft:${email}`

export function readDraft(email: string): Partial<Record<Name, string>> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(email)) ?? '{}')
    const fields = new Map(Object.entries(kept ?? {}))
    return Object.fromEntries(
      names.flatMap(name => (typeof fields.get(name) === 'string' ? [[name, fields.get(name)]] : [])),
    )
  } catch {
    return {}
  }
}

/** What an order of the same account said, where this tab knows nothing: nobody types an address for every part. */
export function draftOf(orders: readonly (Record<Name, string | null> & { placedAt: string })[]) {
  const last = orders.toSorted((a, b) => (a.placedAt < b.placedAt ? 1 : -1))[0]
  return names.flatMap(name => (last?.[name] ? [{ name, value: last[name] }] : []))
}

/** The purchase-order reference is not kept: it belongs to one order. */
export function keepDraft(email: string, typed: Partial<Record<Name, string | undefined>>): void {
  const draft = Object.fromEntries(names.flatMap(name => (typed[name] ? [[name, typed[name]]] : [])))
  try {
    sessionStorage.setItem(keyOf(email), JSON.stringify(draft))
  } catch {
    // Storage is full or switched off: the form works without.
  }
}
