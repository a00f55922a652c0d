import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, createFitment, createPerson, createTool, createVehicle } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let buyer: Person

beforeAll(async () => {
  shop = await startTestShop()
})
beforeEach(async () => {
  buyer = await createPerson(shop)
})
afterAll(() => shop.close())

type Line = Record<string, unknown>
const set = (...lines: Line[]) => buyer.call('PUT', '/basket/lines', { lines })
const add = (lines: Line[]) => buyer.call('POST', '/basket/lines', { lines })

describe('the lines of a basket', () => {
  it('say when they are added why they cannot be ordered so, with all that the basket has of the part (finding 18)', async () => {
    const [few, fine] = [await createTool(shop, { onHand: 10 }), await createTool(shop, { onHand: 10 })]
    expect((await add([{ tools_id: fine, quantity: 4 }])).body).toEqual({ lines: 1, problems: [] })
    const { body } = await add([{ tools_id: few, quantity: 99_984 }])
    expect(body).toEqual({ lines: 2, problems: ['Only 10 left. Order 10 or fewer.'] })
    const together = await add([{ tools_id: fine, quantity: 7, reference: 'Job 7' }])
    expect(together.body.problems).toEqual(['Only 10 left. Your basket has 11 on several lines. Order 10 or fewer.'])
    const vehicle = await createVehicle(shop)
    await createFitment(shop, { tool: few, vehicle, conditions: [{ name: 'ABS', value: 'yes' }] })
    const conditional = await add([{ tools_id: few, quantity: 1, vehicle }])
    expect(conditional.body.problems).toContainEqual(expect.stringMatching(/^This fits your .* under conditions\./))
  })

  it('say of a part for every vehicle that it is universal (finding 18)', async () => {
    const [universal, plain] = [await createTool(shop), await createTool(shop)]
    await sql`update tool set is_universal = true where id = ${universal}`.execute(shop.db)
    const vehicle = await createVehicle(shop)
    const { body } = await set({ tools_id: universal, quantity: 1, vehicle }, { tools_id: plain, quantity: 1, vehicle })
    expect(body.lines).toMatchObject([
      { fit: { answer: 'no-data', isUniversal: true } },
      { fit: { answer: 'no-data', isUniversal: false } },
    ])
  })
})
