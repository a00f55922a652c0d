import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createFitment, createTool, createVehicle, createPerson, orderOf } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let buyer: Person
let civic: number

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  buyer = await createPerson(shop)
  civic = await createVehicle(shop)
})
afterAll(() => shop.close())

const condition = { name: 'Submodel', value: 'Si' }
const note = 'With sport suspension'

/** A part that fits the Civic on a condition and with a note. */
async function conditionalTool(): Promise<string> {
  const tool = await createTool(shop)
  await createFitment(shop, { tool, vehicle: civic, conditions: [condition], notes: [note] })
  return tool
}

const order = (tool: string, more: object, key?: string) =>
  buyer.call('POST', '/orders', { ...orderOf(tool, 1), ...more }, key ? { 'idempotency-key': key } : {})

const fitOf = async (orderId: string) => (await buyer.call('GET', `/orders/${orderId}`)).body.lines[0].fit

const untouched = async (tool: string) => {
  const { rows } = await sql<{ reserved: number }>`select reserved from tool where id = ${tool}`.execute(shop.db)
  return rows[0]?.reserved === 0
}

describe('an order for a vehicle', () => {
  it('is placed when every condition and note has been acknowledged, and keeps them with its line', async () => {
    const tool = await conditionalTool()
    const acknowledged = ['Submodel: Si', note]
    const placed = await order(tool, { vehicle: civic, acknowledged })
    expect(placed.status).toBe(200)
    expect(await fitOf(placed.body.insertedId)).toEqual({
      vehicle: '2015 Honda Civic',
      vehicleId: civic,
      answer: 'fits-if',
      acknowledged,
    })
  })

  it.each([
    ['nothing', undefined],
    ['one of two', ['Submodel: Si']],
    ['another text', ['Submodel: Si', 'Whatever']],
  ])('is refused when %s was acknowledged, and holds no stock', async (_what, acknowledged) => {
    const tool = await conditionalTool()
    const refused = await order(tool, { vehicle: civic, ...(acknowledged && { acknowledged }) })
    expect(refused.body).toMatchObject({ status: 409, code: 'fit-not-acknowledged' })
    expect(await untouched(tool)).toBe(true)
  })

  it('of a part that does not fit wants that acknowledged', async () => {
    const tool = await createTool(shop)
    await createFitment(shop, { tool, vehicle: civic, fits: false })
    expect((await order(tool, { vehicle: civic })).body.code).toBe('fit-not-acknowledged')
    const placed = await order(tool, { vehicle: civic, acknowledged: ['It does not fit this vehicle.'] })
    expect(await fitOf(placed.body.insertedId)).toMatchObject({ answer: 'does-not-fit' })
  })

  it.each([
    ['fits', true],
    ['has no data', false],
  ])('of a part that %s needs no word', async (_what, hasRow) => {
    const tool = await createTool(shop)
    if (hasRow) await createFitment(shop, { tool, vehicle: civic })
    const placed = await order(tool, { vehicle: civic })
    expect(await fitOf(placed.body.insertedId)).toMatchObject({
      answer: hasRow ? 'fits' : 'no-data',
      acknowledged: [],
    })
  })

  it('of an unknown vehicle is refused; without a vehicle there is nothing to acknowledge', async () => {
    const tool = await conditionalTool()
    expect((await order(tool, { vehicle: 999_999_999 })).body.code).toBe('vehicle-unknown')
    const placed = await order(tool, {})
    expect(await fitOf(placed.body.insertedId)).toBeNull()
  })

  it('that was placed is answered again, although the fit has changed since', async () => {
    const tool = await createTool(shop)
    await createFitment(shop, { tool, vehicle: civic })
    const placed = await order(tool, { vehicle: civic }, 'the-same')
    await createFitment(shop, { tool, vehicle: civic, fits: false })
    const again = await order(tool, { vehicle: civic }, 'the-same')
    expect(again).toMatchObject({ status: 200, body: { insertedId: placed.body.insertedId } })
    expect((await order(tool, { vehicle: civic }, 'another')).body.code).toBe('fit-not-acknowledged')
  })
})
