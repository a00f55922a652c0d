import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Lane, openLane } from './lane.ts'
import { run } from './run.ts'
import { inTiers } from '../tiers.ts'
import { type Step, anyStart, anySteps } from './steps.ts'

/** `MODEL_SEED`, as a failed run prints it, does it again. */
const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000)
const lanes = 4

const heard = new Set<string>()
let steps = 0

function hear(step: Step, answer: string): void {
  steps += 1
  // Without the numbers behind it.
  heard.add(`${step.do}: ${answer.split(' ')[0]}`)
}

/** Runs one after the other, on a database of their own. */
async function runLane(nth: number, runs: number): Promise<void> {
  let lane: Lane | undefined
  const property = fc.asyncProperty(anyStart, anySteps, async (start, steps) => {
    lane ??= await openLane()
    try {
      await run(lane, start, steps, hear)
    } catch (error) {
      // What a run leaves half-way would be in the way of the next, shorter one.
      await lane.close()
      lane = undefined
      throw error
    }
  })
  try {
    await fc.assert(property, { seed: seed + nth, numRuns: Math.ceil(runs / lanes) })
  } finally {
    await lane?.close()
  }
}

/** What a run of any length should have met; otherwise the sequences have become too tame to mean anything. */
const met = [
  'place: order',
  'place: not-enough-stock',
  'place: basket-not-orderable',
  'place: too-many-open-orders',
  'place: idempotency-key-reused',
  'open: intent',
  'open: order-paid',
  'pay: succeeded',
  'pay: open',
  'deliver: received',
  'report: modified',
  'report: order-gone',
  'delete: deleted',
  'delete: order-paid',
  'refund: refund',
  'refund: refund-too-much',
  'refund: too-many-returned',
  'cancel: modified',
  'cancel: order-changed',
  'cancel: order-not-open',
  'ship: modified',
  'ship: too-many-shipped',
  'ship: order-unpaid',
  'hand-over: modified',
  'restock: stock-held',
  'misread: misread',
]

inTiers({ short: 100, long: 2000 }, (runs, options) => {
  it(
    `[D4.15 D4.24 D4.25 D4.26] ${runs} random sequences of orders, cards, events, jobs and time go as the model says`,
    { timeout: 3_600_000, ...options },
    async () => {
      const since = performance.now()
      await Promise.all(Array.from({ length: lanes }, (_, nth) => runLane(nth, runs)))
      const seconds = (performance.now() - since) / 1000
      process.stdout.write(
        `${runs} runs, ${steps} steps, ${Math.round(steps / seconds)} steps a second, seed ${seed}, ${heard.size} outcomes\n`,
      )
      expect(met.filter(outcome => runs >= 500 && !heard.has(outcome))).toEqual([])
    },
  )
})
