import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testAddress } from '#test/access/basket'
import { type Person, createPerson, createTool } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let person: Person

beforeAll(async () => {
  shop = await startTestShop()
})
beforeEach(async () => {
  person = await createPerson(shop)
})
afterAll(() => shop.close())

const add = async (more: Record<string, unknown> = {}, key: string = randomUUID()): Promise<string> =>
  (await person.call('POST', '/addresses', { ...testAddress, ...more }, { 'idempotency-key': key })).body.insertedId
type Kept = { _id: string; name: string; isDefault: boolean }
const book = async (): Promise<Kept[]> => (await person.call('GET', '/addresses')).body
const defaults = async () => (await book()).filter(({ isDefault }) => isDefault).map(({ _id }) => _id)

it('the first address is the default, and another one when it is chosen or when the first goes', async () => {
  const [first, second, third] = [await add({ name: 'One' }), await add({ name: 'Two' }), await add({ name: 'Three' })]
  expect(await defaults()).toEqual([first])
  await person.call('PUT', `/addresses/${third}/default`)
  await person.call('PUT', `/addresses/${third}/default`)
  expect((await book()).map(({ name }) => name)).toEqual(['Three', 'One', 'Two'])
  await person.call('DELETE', `/addresses/${third}`)
  expect(await defaults()).toEqual([first])
  expect((await person.call('DELETE', `/addresses/${third}`)).body).toEqual({ deletedCount: 0 })
  await person.call('DELETE', `/addresses/${first}`)
  expect(await defaults()).toEqual([second])
})

it('an address is changed in its place, and an order that went there keeps what it had', async () => {
  const id = await add({ name: 'Old yard' })
  await person.call('PUT', '/basket/lines', { lines: [{ tools_id: await createTool(shop), quantity: 1 }] })
  const placed = await person.call('POST', '/basket/order', { addressId: id.toUpperCase() })
  expect((await person.call('PUT', `/addresses/${id}`, { ...testAddress, name: 'New yard' })).status).toBe(200)
  expect(await book()).toMatchObject([{ _id: id, name: 'New yard', isDefault: true }])
  const order = await person.call('GET', `/orders/${placed.body.insertedId}`)
  expect(order.body).toMatchObject({ deliveryAddress: { name: 'Old yard' }, company: 'Old yard' })
})

it('an order to an address without a phone has the profile’s, where that can be dialled', async () => {
  const { phone, ...address } = testAddress
  const profile = { education: '', link: '', district: '' }
  for (const [typed, kept] of [
    ['ask at the desk', ''],
    [phone, phone],
  ]) {
    await person.call('PUT', `/users/myProfile?email=${person.email}`, { ...profile, phone: typed })
    await person.call('PUT', '/basket/lines', { lines: [{ tools_id: await createTool(shop), quantity: 1 }] })
    const placed = await person.call('POST', '/basket/order', { address })
    const order = await person.call('GET', `/orders/${placed.body.insertedId}`)
    expect(order.body).toMatchObject({ phone: kept })
  }
})

it('the same request twice adds one, and ten at once leave one default', async () => {
  const key = randomUUID()
  expect(await add({}, key)).toBe(await add({}, key))
  expect(await book()).toHaveLength(1)
  await person.call('DELETE', `/addresses/${(await book())[0]?._id}`)
  const ids = await Promise.all(Array.from({ length: 10 }, () => add()))
  expect(await defaults()).toHaveLength(1)
  await Promise.all(ids.map(id => person.call('PUT', `/addresses/${id}/default`)))
  expect(await defaults()).toHaveLength(1)
  await Promise.all(ids.map(id => person.call('DELETE', `/addresses/${id}`)))
  expect(await book()).toEqual([])
})

it('a book is full at a hundred, and another account’s is out of reach', async () => {
  await Promise.all(Array.from({ length: 100 }, () => add()))
  expect(await person.call('POST', '/addresses', testAddress)).toMatchObject({
    status: 409,
    body: { code: 'too-many-addresses' },
  })
  const [address] = await book()
  const other = await createPerson(shop)
  const path = `/addresses/${address?._id}`
  expect((await other.call('PUT', path, testAddress)).status).toBe(404)
  expect((await other.call('PUT', `${path}/default`)).status).toBe(404)
  expect((await other.call('DELETE', path)).body).toEqual({ deletedCount: 0 })
  await other.call('PUT', '/basket/lines', { lines: [{ tools_id: await createTool(shop), quantity: 1 }] })
  expect(await other.call('POST', '/basket/order', { addressId: address?._id })).toMatchObject({
    status: 404,
    body: { code: 'address-gone' },
  })
})
