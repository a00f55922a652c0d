import { toDecimalText } from '#kernel/money'
import { catalogueContract } from '#contracts/catalogue'
import { answerOnce } from '#platform/http/idempotency'
import { catalogueHandlers } from '../../src/modules/catalogue/handlers.server.ts'
import { once } from './model.ts'
import * as promises from './model-tools.ts'
import type { Step } from './steps.ts'
import { type Doing, type World, bare } from './world.ts'

/** What an admin does with a tool. */
export function manage(world: World, step: Extract<Step, { do: 'restock' | 'change' | 'archive' }>): Doing {
  const { model, names, admin } = world
  const tool = step.tool
  const params = { id: names.tools[tool] ?? '' }
  if (step.do === 'archive') {
    return {
      promised: () => promises.archive(model, tool),
      real: async () => `deleted ${(await catalogueHandlers.deleteTool(admin, { ...bare, params })).deletedCount}`,
    }
  }
  if (step.do === 'restock') {
    const idempotencyKey = step.key === undefined ? undefined : `stock ${step.key}`
    const body = { delta: step.units, reason: 'Counted.' }
    return {
      promised: () =>
        once(model, idempotencyKey, JSON.stringify({ tool, body }), () => promises.restock(model, tool, step.units)),
      async real() {
        const call = { endpoint: catalogueContract.changeStock, handler: catalogueHandlers.changeStock }
        const { availableQuantity } = await answerOnce(admin, call, { ...bare, params, body, idempotencyKey })
        return `free ${availableQuantity}`
      },
    }
  }
  const { minimum = 1, version: read = 1 } = model.tools[tool] ?? {}
  const body = {
    name: 'Test tool', description: 'A tool for tests.', price: toDecimalText(step.price, 'usd'), minimumQuantity: minimum,
    img: 'https://example.com/tool.avif', version: step.isStale ? read - 1 : read, availableQuantity: step.free,
    tags: undefined, partNumber: undefined, brand: undefined, category: undefined,
  } // prettier-ignore
  return {
    promised: () =>
      promises.change(model, tool, { price: step.price, free: step.free, isStale: step.isStale }),
    real: async () =>
      `modified ${(await catalogueHandlers.changeTool(admin, { ...bare, params, body })).modifiedCount}`,
  } // prettier-ignore
}
