import { type Cost, requireFasterCaller } from '../measure/caller.ts'
import { quantile, rounded } from '../measure/rounds.ts'
import type { Buyers } from './buyers.ts'
import type { Side } from './side.ts'

/** A figure of both. `ratio`: now to before; `limit`: what it may be at most. */
export type Compared = { name: string; before: number; now: number; unit: string; ratio: number; limit?: number }

/** A shop with what is asked of it. */
export type Asked = { side: Side; buyers: Buyers; tools: string[]; pages: string[] }

/** Beside a first one that warms up. */
export const rounds = 5

/** What answers and orders may cost at most, as a part of what they cost before. */
const mostOfBefore = 1.02

type Values = { before: number; now: number; unit: string; digits?: number; limit?: number }

export const comparedOf = (name: string, { before, now, unit, digits = 2, limit }: Values): Compared => ({
  name,
  before: rounded(before, digits),
  now: rounded(now, digits),
  unit,
  ratio: rounded(now / before),
  ...(limit !== undefined && { limit }),
})

/** Both in each round, the one and the other first; a first round warms up. Of each thing that is done the medians, by its name. */
export async function byTurns(
  asked: readonly [Asked, Asked],
  work: (one: Asked, round: number) => Promise<Iterable<readonly [string, Cost]>>,
): Promise<Compared[]> {
  const costs = new Map<string, [Cost[], Cost[]]>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      for (const [name, cost] of await work(asked[at], round)) {
        const both = costs.get(name) ?? [[], []]
        costs.set(name, both)
        if (round > 0) both[at].push(cost)
      }
    }
  }
  return [...costs].flatMap(([name, [before, now]]) => costsOf(name, [medians(before), medians(now)]))
}

function medians(costs: readonly Cost[]): Cost {
  const median = (key: keyof Cost) =>
    quantile(
      costs.map(cost => cost[key]),
      0.5,
    )
  return { processorUs: median('processorUs'), perSecond: median('perSecond'), callerUs: median('callerUs') }
}

function costsOf(name: string, [before, now]: readonly [Cost, Cost]): Compared[] {
  for (const cost of [before, now]) requireFasterCaller(name, cost)
  const us = { before: before.processorUs, now: now.processorUs, unit: 'µs', digits: 0, limit: mostOfBefore }
  const rate = { before: before.perSecond, now: now.perSecond, unit: 'per s', digits: 0 }
  const alone = { before: 1e6 / before.callerUs, now: 1e6 / now.callerUs, unit: 'per s', digits: 0 }
  return [
    comparedOf(`${name}, processor time`, us),
    comparedOf(name, rate),
    comparedOf(`${name}, the caller alone`, alone),
  ]
}
