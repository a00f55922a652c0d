import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testAddress } from '#test/access/basket'
import {
  type Person,
  createPerson,
  createTool,
  orderOf,
  payWithCard,
  openPayment,
  eventually,
  toolOf,
} from '#test/factories'
import { findViolations } from '#test/faults/invariants'
import { type TestShop, startTestShop } from '#test/harness'
import { atOnce } from '#test/races/in-turn'

let shop: TestShop
let admin: Person
let buyer: Person
/** Taxed as reduced, and as standard: 10.00 and 20.00, 1.5 and 4 kilograms. */
let tools: [reduced: string, standard: string]

const taxTable = [
  { country: 'DE', taxClass: 'standard', rate: '19%' },
  { country: 'DE', taxClass: 'reduced', rate: '7%' },
  { country: 'CH', taxClass: 'standard', rate: '0%', reason: 'O' },
  { country: 'CH', taxClass: 'reduced', rate: '0%', reason: 'O' },
]
const deliveryMethods = [
  { name: 'Express', price: '19.90', freeFrom: '500', days: '1', countries: 'DE, AT', weightTo: '30' },
  { name: 'Pick up in Berlin', price: '0', pickUp: { country: 'DE' } },
]
const set = async (settings: Record<string, unknown>) => {
  const written = Object.entries(settings).map(([name, value]) => [name, value && JSON.stringify(value)])
  expect(await admin.call('PUT', '/settings', { settings: Object.fromEntries(written) })).toMatchObject({ status: 200 })
}

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100', TAX_RATE: '10%' } })
  admin = await createPerson(shop, 'admin')
})
beforeEach(async () => {
  await set({ TAX_TABLE: taxTable, DELIVERY_METHODS: deliveryMethods })
  buyer = await createPerson(shop)
  tools = [await createTool(shop, { price: 1000 }), await createTool(shop, { price: 2000 })]
  await sql`update tool set weight_grams = 1500, tax_class = 'reduced', version = version + 1 where id = ${tools[0]}`.execute(
    shop.db,
  )
  await sql`update tool set weight_grams = 4000, version = version + 1 where id = ${tools[1]}`.execute(shop.db)
  await buyer.call('PUT', '/basket/lines', { lines: tools.map(id => ({ tools_id: id, quantity: 1 })) })
})
afterEach(async () => {
  expect((await findViolations(shop.db)).filter(({ rule }) => !rule.startsWith('each mail'))).toEqual([])
})
afterAll(() => shop.close())

const to = (country: string, region?: string) => ({
  ...testAddress,
  country,
  region,
  ...(country === 'CH' && { postalCode: '8000' }),
})
const basket = async (query: string) => (await buyer.call('GET', `/basket?${query}`)).body
const order = (more: Record<string, unknown>, key: string = randomUUID()) =>
  buyer.call('POST', '/basket/order', more, { 'idempotency-key': key })
const read = async ({ body }: { body: { insertedId: string } }) =>
  (await buyer.call('GET', `/orders/${body.insertedId}`)).body

describe('an order', () => {
  it('is taxed by the class of each line where it goes to, and keeps rate, reason and class', async () => {
    const shown = await basket('country=DE')
    expect(shown.totals).toMatchObject({
      goods: 30,
      shipping: 9.9,
      tax: 6.38,
      total: 46.28,
      taxes: [
        { taxRate: 0.19, reason: 'S', net: 29.9, tax: 5.68 },
        { taxRate: 0.07, reason: 'S', net: 10, tax: 0.7 },
      ],
    })
    const placed = await read(await order({ address: to('DE'), total: 46.28 }))
    expect(placed).toMatchObject({ price: 46.28, tax: 6.38, taxes: shown.totals.taxes, taxRounding: 'group' })
    expect(placed).toMatchObject({
      lines: [
        { taxClass: 'reduced', taxRate: 0.07, taxReason: 'S', net: 10, tax: 0.7 },
        { taxClass: 'standard', taxRate: 0.19, taxReason: 'S', net: 20, tax: 3.8 },
      ],
      shippingTaxRate: 0.19,
      deliveryMethod: 'standard',
      deliveryMethodName: 'Standard delivery',
      deliveryDays: null,
      isPickUp: false,
    })
  })

  it('goes without tax where the table says why, and by the one rate where the table knows no such country', async () => {
    expect((await basket('country=CH')).totals).toMatchObject({
      tax: 0,
      taxes: [{ taxRate: 0, reason: 'O', net: 39.9 }],
    })
    expect((await basket('country=FR')).totals).toMatchObject({
      taxes: [{ taxRate: 0.1, reason: 'S', net: 39.9, tax: 3.99 }],
    })
  })

  it('to an address of one text is taxed by the highest that may hold, and comes to what was shown', async () => {
    const lines = [{ id: tools[0], tools_id: tools[0], quantity: 1 }]
    const { totals } = (await buyer.call('POST', '/basket/priced', { lines })).body
    expect(totals).toMatchObject({
      taxes: [
        { taxRate: 0.19, reason: 'S', net: 9.9, tax: 1.88 },
        { taxRate: 0.1, reason: 'S', net: 10, tax: 1 },
      ],
      total: 22.78,
    })
    // What a basket shows before somebody says where to, and what the order's address of one text comes to.
    expect((await basket('')).totals.taxes).toMatchObject([{ taxRate: 0.19 }, { taxRate: 0.1 }])
    const single = await buyer.call('POST', '/orders', { ...orderOf(tools[0], 1), total: totals.total })
    expect(await read(single)).toMatchObject({ taxes: totals.taxes, price: 22.78 })
  })

  it('to a region that is spelled as no row has it is not taxed below what its country has', async () => {
    await set({ TAX_TABLE: [{ country: 'US', region: 'CA', taxClass: 'standard', rate: '12%' }] })
    for (const region of ['CA', 'California', '']) {
      const { totals } = await basket(`country=US&region=${region}`)
      expect(totals.taxes).toMatchObject([{ taxRate: 0.12, tax: 4.79 }])
      if (region === '') continue
      expect(await read(await order({ address: to('US', region), total: totals.total }))).toMatchObject({ tax: 4.79 })
      await buyer.call('PUT', '/basket/lines', { lines: tools.map(id => ({ tools_id: id, quantity: 1 })) })
    }
  })

  it('of one tool is priced for each method before it is placed, and comes to that', async () => {
    expect((await buyer.call('GET', '/config')).body.terms).toMatchObject({ choiceOfDelivery: true })
    const lines = [{ id: tools[0], tools_id: tools[0], quantity: 1 }]
    const priced = async (deliveryMethod?: string) =>
      (await buyer.call('POST', '/basket/priced', { lines, deliveryMethod })).body
    const usual = await priced()
    // An address of one text is in no country that a program knows: Express goes to Germany and Austria.
    expect(usual).toMatchObject({
      totals: { shipping: 9.9, total: 22.78 },
      delivery: { method: 'standard', methods: [{ key: 'standard' }, { key: 'pick-up-in-berlin', isPickUp: true }] },
    })
    const { totals } = await priced('pick-up-in-berlin')
    expect(totals).toMatchObject({ shipping: 0, taxes: [{ taxRate: 0.07, tax: 0.7 }], total: 10.7 })
    const body = { ...orderOf(tools[0], 1), deliveryMethod: 'pick-up-in-berlin', total: totals.total }
    expect(await read(await buyer.call('POST', '/orders', body))).toMatchObject({ price: 10.7, isPickUp: true })
    expect((await priced('express')).delivery).toMatchObject({
      method: 'standard',
      problem:
        'The delivery method “Express” does not go to this address. Choose “Standard delivery” or “Pick up in Berlin”; the rest of your order stays as it is.',
    })
  })

  it('that was agreed on at another tax is refused, and so is what is not what it was shown', async () => {
    const { totals } = await basket('country=DE')
    await set({ TAX_TABLE: [{ country: 'DE', taxClass: 'standard', rate: '20%' }] })
    expect(await order({ address: to('DE'), total: totals.total })).toMatchObject({
      status: 409,
      body: { code: 'terms-changed' },
    })
    // The table has forgotten the reduced class: it is not taxed below what the country has.
    expect((await basket('country=DE')).totals.taxes).toEqual([{ taxRate: 0.2, reason: 'S', net: 39.9, tax: 7.98 }])
  })

  it('of an unpaid buyer that loses units, is taxed anew for what is left, to the cent', async () => {
    await sql`update tool set price = 333, version = version + 1 where id = ${tools[0]}`.execute(shop.db)
    await buyer.call('PUT', '/basket/lines', {
      lines: [
        { tools_id: tools[0], quantity: 3 },
        { tools_id: tools[0], quantity: 1, reference: 'Job 7' },
      ],
    })
    const [changed] = (await basket('country=DE')).changed
    const placed = await order({ address: to('DE'), accepted: [changed.id] })
    expect(placed.status).toBe(200)
    const cancel = { lines: [{ position: 2, quantity: 1, left: 1 }] }
    const before = await read(placed)
    const answer = await admin.call('POST', `/orders/${placed.body.insertedId}/cancellation`, cancel)
    const after = await read(placed)
    expect(answer).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    expect(after.price + answer.body.amount).toBeCloseTo(before.price, 5)
    expect(after.lines).toHaveLength(2)
  })

  it('that is paid gives back to the cent what its goods came to, piece by piece', async () => {
    const placed = await order({ address: to('DE'), deliveryMethod: 'express' })
    const id = placed.body.insertedId
    await payWithCard(shop, await openPayment(buyer, id))
    await eventually(
      () => read(placed),
      ({ paid }) => paid === true,
    )
    for (const position of [1, 2]) {
      const lines = [{ position, quantity: 1, left: 1 }]
      expect(await admin.call('POST', `/orders/${id}/cancellation`, { lines })).toMatchObject({ status: 200 })
      await eventually(
        async () => (await admin.call('GET', `/orders/${id}/refunds`)).body,
        refunds => refunds.length === position && refunds.every((refund: { state: string }) => refund.state === 'done'),
      )
    }
    const { refunded, price } = await read(placed)
    expect([refunded, price]).toEqual([58.18, 58.18])
    const { body: refunds } = await admin.call('GET', `/orders/${id}/refunds`)
    // What comes last takes its delivery along.
    expect(refunds.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([10.7, 47.48])
  })
})

describe('a delivery method', () => {
  it('is offered where address, weight and worth fit, and the order keeps its name, price and days', async () => {
    const { delivery, totals } = await basket('country=DE&deliveryMethod=express')
    expect(delivery).toEqual({
      method: 'express',
      dependsOnAddress: true,
      country: 'DE',
      methods: [
        { key: 'standard', name: 'Standard delivery', price: 9.9, days: null, isPickUp: false },
        { key: 'express', name: 'Express', price: 19.9, days: 1, isPickUp: false },
        { key: 'pick-up-in-berlin', name: 'Pick up in Berlin', price: 0, days: null, isPickUp: true },
      ],
    })
    const placed = await order({ address: to('DE'), deliveryMethod: 'express', total: totals.total })
    expect(await read(placed)).toMatchObject({
      deliveryMethod: 'express',
      deliveryMethodName: 'Express',
      deliveryDays: 1,
      shipping: 19.9,
      price: totals.total,
    })
    // What the shop calls it later does not reach it.
    await set({ DELIVERY_METHODS: null })
    expect(await read(placed)).toMatchObject({ deliveryMethodName: 'Express', deliveryDays: 1, shipping: 19.9 })
  })

  it('that does not fit is refused with those that do, and nothing is lost', async () => {
    const refused = await order({ address: to('CH'), deliveryMethod: 'express' })
    const message =
      'The delivery method “Express” does not go to this address. Choose “Standard delivery” or “Pick up in Berlin”; the rest of your order stays as it is.'
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'delivery-method-unfit', message, errors: [{ field: 'deliveryMethod', message }] },
    })
    expect((await basket('country=CH&deliveryMethod=express')).delivery).toMatchObject({
      method: 'standard',
      problem: message,
    })
    await buyer.call('PUT', '/basket/lines', { lines: [{ tools_id: tools[1], quantity: 8 }] })
    expect((await order({ address: to('DE'), deliveryMethod: 'express' })).body.message).toContain(
      'too heavy for “Express”',
    )
    expect((await order({ address: to('DE'), deliveryMethod: 'drone' })).body.message).toContain('no longer offered')
    expect((await basket('country=DE')).lines).toHaveLength(2)
  })

  it('is taxed where it is picked up, and costs nothing to get there', async () => {
    const placed = await read(await order({ address: to('CH'), deliveryMethod: 'pick-up-in-berlin' }))
    expect(placed).toMatchObject({ isPickUp: true, shipping: 0, price: 10 * 1.07 + 20 * 1.19 })
  })

  it('can be chosen for one tool, too, where it needs no address in parts', async () => {
    const more = { ...orderOf(tools[0], 1), deliveryMethod: 'pick-up-in-berlin' }
    expect(await read(await buyer.call('POST', '/orders', more))).toMatchObject({ isPickUp: true, price: 10.7 })
    expect(await buyer.call('POST', '/orders', { ...more, deliveryMethod: 'express' })).toMatchObject({
      status: 409,
      body: { code: 'delivery-method-unfit' },
    })
  })
})

it('orders that are placed while the owner changes tax and delivery have the one sum or the other, and each key is one order', async () => {
  const tables = [taxTable, [{ country: 'DE', taxClass: 'standard', rate: '25%' }]]
  const buyers = await Promise.all(Array.from({ length: 6 }, () => createPerson(shop)))
  await Promise.all(
    buyers.map(one => one.call('PUT', '/basket/lines', { lines: tools.map(id => ({ tools_id: id, quantity: 1 })) })),
  )
  let turn = 0
  const answers = await atOnce(20, async () => {
    const mine = turn++
    if (mine % 5 === 0) return set({ TAX_TABLE: tables[mine % 2] })
    const one = buyers[mine % buyers.length]
    return one?.call(
      'POST',
      '/basket/order',
      { address: to('DE') },
      { 'idempotency-key': `same-${mine % buyers.length}` },
    )
  })
  const placed = answers.flatMap(answer => (answer?.status === 200 ? [answer.body.insertedId] : []))
  expect(new Set(placed).size).toBe(buyers.length)
  const { rows } = await sql<{ total: number }>`
    select distinct total from orders where id = any(${[...new Set(placed)]}::uuid[])`.execute(shop.db)
  expect([4628, 4988]).toEqual(expect.arrayContaining(rows.map(({ total }) => total)))
})

describe('the owner', () => {
  it('hears which row is wrong, and takes a change back', async () => {
    const wrong = await admin.call('PUT', '/settings', {
      settings: { TAX_TABLE: JSON.stringify([...taxTable, { country: 'DE', taxClass: 'books', rate: '5' }]) },
    })
    expect(wrong).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            field: 'TAX_TABLE',
            message: 'It has a mistake in row 5, rate: Use a percentage with its sign, such as 19%.',
          },
        ],
      },
    })
    await set({ TAX_TABLE: null })
    const [{ before }] = (await admin.call('GET', '/settings')).body.changes
    expect(JSON.parse(before.TAX_TABLE)).toEqual(taxTable)
    expect((await basket('country=DE')).totals).toMatchObject({ taxes: [{ taxRate: 0.1 }] })
    await admin.call('PUT', '/settings', { settings: before })
    expect((await basket('country=DE')).totals.taxes).toHaveLength(2)
  })

  it('gives a tool a class that the table names, and no other', async () => {
    expect((await admin.call('GET', '/tax-classes')).body).toEqual(['standard', 'reduced'])
    const [id] = tools
    const { body: tool } = await admin.call('GET', `/allTools/${id}`)
    expect(tool.taxClass).toBe('reduced')
    const change = (taxClass: string) =>
      admin.call('PUT', `/tools/${id}`, { ...toolOf('x'), version: tool.version, taxClass })
    expect((await change('drinks')).body.errors).toEqual(
      expect.arrayContaining([
        {
          field: 'taxClass',
          message:
            'This shop has no tax class of this name. It has standard, reduced; another one begins with a row of the tax table, in Settings.',
        },
      ]),
    )
  })
})
