import { expect } from 'vitest'

/** Much longer than what looks at each sign once takes, on any machine, and much shorter than the square of that. */
const mostMs = 5000

/** Runs what must take time by the length of its input, and not by its square. */
export function linear<T>(work: () => T): T {
  const began = performance.now()
  const result = work()
  expect(performance.now() - began).toBeLessThan(mostMs)
  return result
}
