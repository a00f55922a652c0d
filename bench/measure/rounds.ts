/** What a number of callers got done, each beginning anew as soon as it is answered. Times in milliseconds. */
export type Round = { count: number; elapsedMs: number; latenciesMs: number[] }

type Call = (index: number, caller: number) => Promise<unknown>

/** Lets `callers` call at the same time, again and again, and waits for the last answers when the time is up. */
export function callFor(durationMs: number, callers: number, call: Call): Promise<Round> {
  const began = performance.now()
  return callWhile(() => performance.now() - began < durationMs, callers, call)
}

/** Lets `callers` call at the same time until there have been so many calls. */
export const callTimes = (count: number, callers: number, call: Call): Promise<Round> =>
  callWhile(index => index < count, callers, call)

async function callWhile(goesOn: (index: number) => boolean, callers: number, call: Call): Promise<Round> {
  const began = performance.now()
  const latenciesMs: number[] = []
  let index = 0
  const callAgain = async (_: unknown, caller: number) => {
    while (goesOn(index)) {
      const asked = performance.now()
      await call(index++, caller)
      latenciesMs.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: callers }, callAgain))
  return { count: latenciesMs.length, elapsedMs: performance.now() - began, latenciesMs }
}

/** The value below which this share of the values lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const perSecond = (rounds: Round[]) =>
  (1000 * sum(rounds.map(({ count }) => count))) / sum(rounds.map(({ elapsedMs }) => elapsedMs))

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

export const rounded = (value: number, digits = 2) => Number(value.toFixed(digits))
