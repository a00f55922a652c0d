import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Endpoint, pathOf } from '#kernel/endpoint'
import { createTool, createVehicle, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import type { Call } from '#ui/calls/call.ts'
import { readToolFinder } from './tool-data.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const call: Call = async (endpoint, request) => answerOf(endpoint, request)

async function answerOf(endpoint: Endpoint, request: { query?: unknown; idempotencyKey?: string }) {
  const { status, body } = await visitor(shop).call(endpoint.method, pathOf(endpoint, request))
  if (status >= 400) throw new Error(`${endpoint.path} answered ${status}`)
  return body
}

it('a tool’s page stands without what cannot be read of it, and the log has the cause', async () => {
  const [tool, another] = [await createTool(shop), await createTool(shop)]
  const vehicle = await createVehicle(shop)
  const reported: unknown[] = []
  const read = (tool: string) =>
    readToolFinder(
      { call, report: error => reported.push(error) },
      tool,
      new URLSearchParams({ vehicle: `${vehicle}` }),
    )
  expect(await read(tool)).toMatchObject({
    fit: { answer: 'no-data' },
    fitment: { lines: [] },
    numbers: { substitutes: [] },
  })
  expect(reported).toEqual([])

  await sql`alter table fitment rename to fitment_away`.execute(shop.db)
  const { fit, fitment, numbers, vehicle: shown, picker } = await read(another)
  expect({ fit, fitment }).toEqual({ fit: undefined, fitment: undefined })
  expect(numbers).toMatchObject({ substitutes: [] })
  expect(shown?.id).toBe(vehicle)
  expect(picker.years.length).toBeGreaterThan(0)
  expect(reported).toHaveLength(2)
})
