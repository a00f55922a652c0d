import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
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
type BookAddress = { _id: string; name: string; isDefault: boolean }
const book = async (): Promise<BookAddress[]> => (await person.call('GET', '/addresses')).body
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
  for (const [typed, expected] of [
    ['ask at the desk', ''],
    [phone, phone],
  ]) {
    await person.call('PUT', `/users/myProfile?email=${person.email}`, { ...profile, phone: typed })
    await person.call('PUT', '/basket/lines', { lines: [{ tools_id: await createTool(shop), quantity: 1 }] })
    const placed = await person.call('POST', '/basket/order', { address })
    const order = await person.call('GET', `/orders/${placed.body.insertedId}`)
    expect(order.body).toMatchObject({ phone: expected })
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

/** Adds one as it was stored before the shop knew what its country asks for. */
async function addOlder(): Promise<string> {
  const id = await add()
  await sql`update address set region = null, postal_code = 'none' where id = ${id}`.execute(shop.db)
  return id
}
const fieldsOf = ({ body }: { body: { errors?: { field: string; message: string }[] } }) =>
  body.errors?.map(({ field, message }) => `${field}: ${message}`)

it('an address is looked at by the rules of its country, whoever sends it, and kept as it is written there', async () => {
  await person.call('PUT', '/basket/lines', { lines: [{ tools_id: await createTool(shop), quantity: 1 }] })
  const warsaw = { name: 'Łucja', street: 'Prosta 1', postalCode: '0950', city: 'Łódź', country: 'pl' }
  const complaint = 'postalCode: That is no postal code of Poland. Use one such as 00-950.'
  const tool = await createTool(shop)
  const single = { tools_id: tool, quantity: 1, phone: testAddress.phone, company: 'Ł', address: 'Prosta 1' }
  expect(fieldsOf(await person.call('POST', '/addresses', warsaw))).toEqual([complaint])
  expect(fieldsOf(await person.call('POST', '/basket/order', { address: warsaw }))).toEqual([`address.${complaint}`])
  expect(fieldsOf(await person.call('POST', '/orders', { ...single, deliveryAddress: warsaw }))).toEqual([
    `deliveryAddress.${complaint}`,
  ])
  const id = await add({ ...warsaw, postalCode: 'PL-00950', region: undefined })
  expect(fieldsOf(await person.call('PUT', `/addresses/${id}`, warsaw))).toEqual([complaint])
  expect(await book()).toMatchObject([{ name: 'Łucja', postalCode: '00-950', city: 'Łódź', country: 'PL' }])
  const placed = await person.call('POST', '/basket/order', { addressId: id })
  const order = await person.call('GET', `/orders/${placed.body.insertedId}`)
  expect(order.body.address).toBe('Łucja\nProsta 1\n00-950 Łódź\nPoland')
})

it('an address in a country that is a city has none, in whatever script it is', async () => {
  const id = await add({
    ...testAddress,
    name: '陳大文',
    street: '彌敦道 1',
    postalCode: '',
    city: '',
    region: '九龍',
    country: 'HK',
  })
  expect(await book()).toMatchObject([{ _id: id, city: '', region: '九龍' }])
  await person.call('PUT', '/basket/lines', { lines: [{ tools_id: await createTool(shop), quantity: 1 }] })
  const placed = await person.call('POST', '/basket/order', { addressId: id })
  const order = await person.call('GET', `/orders/${placed.body.insertedId}`)
  expect(order.body).toMatchObject({
    address: '九龍\n彌敦道 1\n陳大文\nHong Kong SAR China',
    deliveryAddress: { city: '', country: 'HK' },
  })
})

it('one that was kept before takes an order as it stands, and is asked for what it lacks when it is edited', async () => {
  const id = await addOlder()
  const [parts] = await book()
  await person.call('PUT', '/basket/lines', { lines: [{ tools_id: await createTool(shop), quantity: 1 }] })
  const tool = await createTool(shop)
  const single = { tools_id: tool, quantity: 1, phone: testAddress.phone, company: 'Test', address: '1 Test Lane' }
  for (const placed of [
    await person.call('POST', '/basket/order', { addressId: id }),
    await person.call('POST', '/orders', { ...single, deliveryAddress: parts }),
  ]) {
    const order = await person.call('GET', `/orders/${placed.body.insertedId}`)
    expect(order.body.address).toBe('Test Garage\n1 Test Lane\nDayton none\nUnited States')
  }
  expect(fieldsOf(await person.call('PUT', `/addresses/${id}`, parts))).toEqual([
    'postalCode: That is no ZIP code of the United States. Use one such as 95014.',
    'region: State is required',
  ])
  // Nobody else's book makes it right.
  const other = await createPerson(shop)
  expect((await other.call('POST', '/orders', { ...single, deliveryAddress: parts })).status).toBe(400)
})

it('a phone number is kept as it was typed, and as it is dialled from everywhere, by the country of the address', async () => {
  const barisal = { ...testAddress, postalCode: '8200', city: 'Barisal', region: undefined, country: 'BD' }
  const id = await add({ ...barisal, phone: '01555-010148 x 7' })
  const numbers = { phone: '01555-010148 x 7', phoneNumber: '+8801555010148' }
  expect(await book()).toMatchObject([numbers])
  await person.call('PUT', '/basket/lines', { lines: [{ tools_id: await createTool(shop), quantity: 1 }] })
  const placed = await person.call('POST', '/basket/order', { addressId: id })
  expect((await person.call('GET', `/orders/${placed.body.insertedId}`)).body).toMatchObject({
    ...numbers,
    phoneIsDoubtful: false,
  })
  await person.call('PUT', `/addresses/${id}`, { ...barisal, phone: '030 901' })
  expect(await book()).toMatchObject([{ phone: '030 901', phoneIsDoubtful: true }])
  const single = { tools_id: await createTool(shop), quantity: 1, company: 'x', address: 'y', country: 'DE' }
  for (const [phone, shown] of [
    ['(030) 90 18 20', { phoneNumber: '+4930901820', phoneIsDoubtful: false }],
    ['+999 1234567', { phoneNumber: null, phoneIsDoubtful: true }],
  ] as const) {
    const { body } = await person.call('POST', '/orders', { ...single, phone })
    expect((await person.call('GET', `/orders/${body.insertedId}`)).body).toMatchObject({ phone, ...shown })
  }
  await sql`update orders set phone_e164 = null where id = ${placed.body.insertedId}`.execute(shop.db)
  expect((await person.call('GET', `/orders/${placed.body.insertedId}`)).body).toMatchObject({
    phoneNumber: null,
    phoneIsDoubtful: false,
  })
})
