/** What a basket holds, and how two become one. Pure, for both sides. */

export const basketLimits = {
  lines: 500,
  /** Of one line. */
  quantity: 1_000_000,
  reference: 60,
  notes: 1000,
}

/** What makes a line the one that it is: the same tool for another vehicle or another job is another line. */
export type LineOf = { tools_id: string; vehicle?: number | undefined; reference?: string | undefined }
type Quantified = LineOf & { quantity: number }

export const lineKey = ({ tools_id, vehicle, reference }: LineOf): string =>
  JSON.stringify([tools_id.toLowerCase(), vehicle ?? null, reference ?? null])

/**
 * How what comes and what is there become one quantity. `set`: what comes, 0 takes the line away. `add`: both together.
 * `join`: the larger one, so that joining again changes nothing.
 */
const mergeModes = ['set', 'add', 'join'] as const
export type MergeMode = (typeof mergeModes)[number]

/** Lines of one request that are the same line, as one: together, and where two baskets join the larger. */
export function withoutDuplicates<L extends Quantified>(lines: readonly L[], mode: MergeMode): L[] {
  const byKey = new Map<string, L>()
  for (const line of lines) {
    const before = byKey.get(lineKey(line))
    byKey.set(lineKey(line), before ? { ...before, ...line, quantity: merged(before, line, mode) } : line)
  }
  return [...byKey.values()]
}

const merged = (one: Quantified, other: Quantified, mode: MergeMode) =>
  mode === 'join' ? Math.max(one.quantity, other.quantity) : one.quantity + other.quantity

/** What a basket holds after lines came; those that were there keep their places. */
export function mergeLines<L extends Quantified>(existing: readonly L[], coming: readonly L[], mode: MergeMode): L[] {
  const byKey = new Map(existing.map(line => [lineKey(line), line]))
  for (const line of withoutDuplicates(coming, mode)) {
    const before = byKey.get(lineKey(line))
    const quantity = before && mode !== 'set' ? merged(before, line, mode) : line.quantity
    byKey.set(lineKey(line), before ? { ...before, quantity } : line)
  }
  return [...byKey.values()].filter(line => line.quantity > 0)
}
