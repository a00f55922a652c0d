import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, createTool, placeOrder, toolOf } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { givenPicture } from '#test/files/pictures'

let shop: TestShop
let admin: Person
let buyer: Person
let img: string
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
  img = await givenPicture(buyer)
})
afterAll(() => shop.close())

const stockOf = async (id: string) => (await admin.call('GET', `/tools/${id}/stock/level`)).body
const change = (id: string, more: Record<string, unknown>) =>
  admin.call('PUT', `/tools/${id}`, { ...toolOf(img), availableQuantity: undefined, version: 1, ...more })

describe('a number of units that was read and corrected', () => {
  it('is booked as the difference, so that what is sold meanwhile stays sold', async () => {
    const id = await createTool(shop, { onHand: 10 })
    await placeOrder(buyer, id, 3)
    const corrected = { availableQuantity: 15, availableQuantityBefore: 10 }
    expect((await change(id, corrected)).body).toEqual({ modifiedCount: 1, version: 2 })
    expect(await stockOf(id)).toEqual({ onHand: 15, held: 3, availableQuantity: 12 })
    expect((await admin.call('GET', `/tools/${id}/stock?limit=1`)).body).toMatchObject([
      { reason: 'corrected', onHandChange: 5 },
    ])
    // Read again, and corrected again.
    const again = { availableQuantity: 14, availableQuantityBefore: 12, version: 2 }
    expect((await change(id, again)).body).toEqual({ modifiedCount: 1, version: 3 })
    expect(await stockOf(id)).toEqual({ onHand: 17, held: 3, availableQuantity: 14 })
  })

  it('is booked where as many have been sold meanwhile as are missing', async () => {
    const id = await createTool(shop, { onHand: 10 })
    await change(id, {})
    await placeOrder(buyer, id, 3)
    const missing = { availableQuantity: 7, availableQuantityBefore: 10, version: 2 }
    expect((await change(id, missing)).body).toEqual({ modifiedCount: 1, version: 3 })
    expect(await stockOf(id)).toEqual({ onHand: 7, held: 3, availableQuantity: 4 })
  })

  it('is booked once, however often it is sent', async () => {
    const id = await createTool(shop, { onHand: 10 })
    const corrected = { availableQuantity: 15, availableQuantityBefore: 10 }
    await change(id, corrected)
    expect((await change(id, corrected)).body).toEqual({ modifiedCount: 0, version: 2 })
    await placeOrder(buyer, id, 3)
    expect(await change(id, corrected)).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } })
    expect(await stockOf(id)).toEqual({ onHand: 15, held: 3, availableQuantity: 12 })
  })

  it('takes out nothing that orders hold, and says how many can go', async () => {
    const id = await createTool(shop, { onHand: 10 })
    await placeOrder(buyer, id, 8)
    const fewer = await change(id, { availableQuantity: 4, availableQuantityBefore: 10 })
    expect(fewer).toMatchObject({ status: 409, body: { code: 'stock-held', details: { available: 2 } } })
    expect(await stockOf(id)).toEqual({ onHand: 10, held: 8, availableQuantity: 2 })
  })

  it('is set where nobody says what was read', async () => {
    const id = await createTool(shop, { onHand: 10 })
    await placeOrder(buyer, id, 3)
    await change(id, { availableQuantity: 15 })
    expect(await stockOf(id)).toEqual({ onHand: 18, held: 3, availableQuantity: 15 })
  })
})
