import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Lane, openLane } from './lane.ts'
import { run } from './run.ts'
import { type Step, anyStart, anySteps } from './steps.ts'

/** As many as this machine's gate has time for; `MODEL_RUNS` for a night. `MODEL_SEED` does a failed run again. */
const runs = Number(process.env['MODEL_RUNS'] ?? 2000)
const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000)
const lanes = 4
const heard = new Map<string, number>()
let steps = 0

const hear = (step: Step, answer: string) => {
  steps += 1
  const said = `${step.do}: ${answer.replace(/ .*/, '')}`
  heard.set(said, (heard.get(said) ?? 0) + 1)
}

async function runLane(nth: number): Promise<void> {
  let lane: Lane | undefined
  try {
    await fc.assert(
      fc.asyncProperty(anyStart, anySteps, async (start, steps) => {
        lane ??= await openLane()
        try {
          await run(lane, start, steps, hear)
        } catch (error) {
          // What a run leaves half-way would be in the way of the next, shorter one.
          await lane.close()
          lane = undefined
          throw error
        }
      }),
      { seed: seed + nth, numRuns: Math.ceil(runs / lanes) },
    )
  } finally {
    await lane?.close()
  }
}

it(`${runs} sequences of steps end as the model says`, { timeout: 600_000 }, async () => {
  const since = performance.now()
  await Promise.all(Array.from({ length: lanes }, (_, nth) => runLane(nth)))
  const seconds = (performance.now() - since) / 1000
  console.log(`${runs} runs, ${steps} steps in ${seconds.toFixed(1)} s`)
  console.log([...heard].toSorted().map(([said, count]) => `${said} ${count}`).join('\n'))
})
