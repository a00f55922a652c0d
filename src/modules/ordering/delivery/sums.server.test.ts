import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testAddress } from '#test/access/basket'
import { type Person, createPerson, createTool, orderOf, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let admin: Person
let garages: string
beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '1000', TAX_RATE: '10%' } })
  admin = await createPerson(shop, 'admin')
  garages = (await admin.call('POST', '/customer-groups', { name: 'Garages' })).body.insertedId
})
afterAll(() => shop.close())

const set = async (settings: Record<string, unknown>) => {
  const written = Object.entries(settings).map(([name, value]) => [
    name,
    value && typeof value === 'object' ? JSON.stringify(value) : value,
  ])
  expect(await admin.call('PUT', '/settings', { settings: Object.fromEntries(written) })).toMatchObject({ status: 200 })
}
const table = [
  { country: 'DE', taxClass: 'standard', rate: '19%' },
  { country: 'AT', taxClass: 'standard', rate: '20%' },
  { country: '*', taxClass: 'standard', rate: '5%' },
]
const rates = { DE: 190_000, AT: 200_000, FR: 50_000 }
const express = [{ key: 'express', name: 'Express', price: '19.90', countries: 'DE, AT' }]
const usual = { TAX_TABLE: null, DELIVERY_METHODS: null, PRICES_INCLUDE_TAX: null, COUNTRY: null }

const line = (tool: string, quantity: number) => ({ id: tool, tools_id: tool, quantity })
const priced = async (who: Pick<Person, 'call'>, tool: string, more: object = {}, quantity = 4) =>
  (await who.call('POST', '/basket/priced', { lines: [line(tool, quantity)], ...more })).body
const postalCodes = new Map([
  ['NL', '1234 AB'],
  ['AT', '1010'],
])
const to = (country: string) => ({
  ...testAddress,
  country,
  postalCode: postalCodes.get(country) ?? testAddress.postalCode,
  region: undefined,
})
const read = async (who: Person, { body }: { body: { insertedId: string } }) =>
  (await who.call('GET', `/orders/${body.insertedId}`)).body

/** Half-up, in cents, as a hand would reckon it. */
const taxWithin = (cents: number, rate: number, isGross: boolean) => {
  const [numerator, denominator] = [BigInt(cents) * BigInt(rate), BigInt(isGross ? 1_000_000 + rate : 1_000_000)]
  return Number((2n * numerator + denominator) / (2n * denominator))
}

describe.each(['one rate', 'table'] as const)('of a shop with %s', taxes => {
  describe.each(['one method', 'two methods'] as const)('and %s', methods => {
    describe.each(['net', 'gross'] as const)('at %s prices', prices => {
      const isGross = prices === 'gross'
      let tool: string
      let own: Person
      let other: Person
      let list: string
      beforeAll(async () => {
        await set({
          TAX_TABLE: taxes === 'table' ? table : null,
          DELIVERY_METHODS: methods === 'two methods' ? express : null,
          PRICES_INCLUDE_TAX: isGross ? 'yes' : null,
        })
        tool = await createTool(shop, { price: 333, onHand: 100_000 })
        own = await createPerson(shop)
        other = await createPerson(shop)
        await admin.call('POST', `/customer-groups/${garages}/members`, { email: own.email })
        const typed = { name: `${taxes} ${methods} ${prices}`, gross: isGross, audience: 'group', group: garages }
        list = (await admin.call('POST', '/price-lists', typed)).body.insertedId
        await admin.call('PUT', `/price-lists/${list}/entries/${tool}`, {
          tiers: [{ from: 1, price: 3.07 }],
        })
      })
      afterAll(async () => {
        // One in the other terms stands in the way of a table.
        await admin.call('DELETE', `/price-lists/${list}`)
        await set(usual)
      })

      const whoIs = { visitor: () => visitor(shop), 'own prices': () => own, 'no own prices': () => other }
      it.each(['visitor', 'no own prices', 'own prices'] as const)(
        'the sum that %s is shown is that of the order, wherever one is placed from (finding 2)',
        async who => {
          const somebody = whoIs[who]()
          const price = who === 'own prices' ? 307 : 333
          for (const country of ['DE', 'AT', 'FR'] as const) {
            const method = methods === 'two methods' && country !== 'FR' ? 'express' : 'standard'
            const delivery = { country, deliveryMethod: method }
            const { totals, lines } = await priced(somebody, tool, delivery)
            expect(lines[0]).toMatchObject({ unitPrice: price / 100, lineTotal: (price * 4) / 100 })
            const [goods, fee] = [price * 4, method === 'express' ? 1990 : 990]
            const rate = taxes === 'table' ? rates[country] : 100_000
            const tax =
              taxes === 'table'
                ? taxWithin(goods + fee, rate, isGross)
                : taxWithin(goods, rate, isGross) + taxWithin(fee, rate, isGross)
            const total = goods + fee + (isGross ? 0 : tax)
            expect(totals).toMatchObject({ goods: goods / 100, tax: tax / 100, total: total / 100 })
            if (who === 'visitor') continue
            const buyer = somebody as Person
            const direct = [{ deliveryAddress: to(country) }, { country }].map(where => ({
              ...orderOf(tool, 4),
              ...where,
              deliveryMethod: method,
              total: totals.total,
            }))
            for (const body of direct) {
              const placed = await buyer.call('POST', '/orders', body)
              expect(placed).toMatchObject({ status: 200 })
              expect(await read(buyer, placed)).toMatchObject({ price: totals.total, tax: totals.tax })
            }
            await buyer.call('PUT', '/basket/lines', { lines: [{ tools_id: tool, quantity: 4 }] })
            const query = new URLSearchParams(delivery)
            const basket = (await buyer.call('GET', `/basket?${query}`)).body
            expect(basket.totals).toEqual(totals)
            const body = { address: to(country), deliveryMethod: method, total: basket.totals.total }
            expect(await read(buyer, await buyer.call('POST', '/basket/order', body))).toMatchObject({
              price: totals.total,
              tax: totals.tax,
            })
          }
        },
      )
    })
  })
})

describe('before a place is chosen', () => {
  let tool: string
  let buyer: Person
  beforeAll(async () => {
    tool = await createTool(shop, { price: 10_000, onHand: 100_000 })
  })
  beforeEach(async () => {
    await set({ ...usual, TAX_TABLE: table })
    buyer = await createPerson(shop)
  })
  afterAll(() => set(usual))
  const keep = (country: string) => buyer.call('POST', '/addresses', to(country))
  const taxRate = async (who: Pick<Person, 'call'>, more: object = {}) => {
    const { totals, delivery } = await priced(who, tool, more, 1)
    return [totals.taxRate, delivery.country]
  }
  const bare = (more: object = {}) => buyer.call('POST', '/orders', { ...orderOf(tool), ...more })

  it('a sum is for the default address, else for the shop’s country, else by the highest rate, and says which (finding 3)', async () => {
    expect(await taxRate(visitor(shop))).toEqual([0.2, undefined])
    expect(await taxRate(buyer)).toEqual([0.2, undefined])
    await set({ COUNTRY: 'DE' })
    expect(await taxRate(visitor(shop))).toEqual([0.19, 'DE'])
    expect(await taxRate(buyer)).toEqual([0.19, 'DE'])
    await keep('FR')
    expect(await taxRate(buyer)).toEqual([0.05, 'FR'])
    expect(await taxRate(buyer, { country: 'AT' })).toEqual([0.2, 'AT'])
    await buyer.call('PUT', '/basket/lines', { lines: [{ tools_id: tool, quantity: 1 }] })
    const { totals, delivery } = (await buyer.call('GET', '/basket')).body
    expect([totals.taxRate, delivery.country]).toEqual([0.05, 'FR'])
  })

  it('an order of one text is taxed by the default address, and without one by the highest rate (finding 3)', async () => {
    await set({ COUNTRY: 'DE' })
    expect(await read(buyer, await bare())).toMatchObject({ taxRate: 0.2, price: 120, deliveryAddress: null })
    await keep('FR')
    expect(await read(buyer, await bare())).toMatchObject({ taxRate: 0.05, price: 105, address: '1 Test Lane' })
  })

  it('an order that says its place is taxed there, and keeps it (finding 3)', async () => {
    await keep('FR')
    const [parts, country] = [await bare({ deliveryAddress: to('DE') }), await bare({ country: 'de', region: ' ' })]
    expect(await read(buyer, parts)).toMatchObject({
      taxRate: 0.19,
      deliveryAddress: { name: 'Test Garage', city: 'Dayton', country: 'DE' },
      address: 'Test Garage\n1 Test Lane\n45402 Dayton\nGermany',
    })
    expect(await read(buyer, country)).toMatchObject({ taxRate: 0.19, address: '1 Test Lane\nGermany' })
    expect(await bare({ country: 'Germany' })).toMatchObject({ status: 400, body: { errors: [{ field: 'country' }] } })
    expect(await bare({ country: ' ' })).toMatchObject({ status: 200 })
  })

  it('the same order asked again is the same, also after the address book has changed', async () => {
    const ask = () => buyer.call('POST', '/orders', orderOf(tool), { 'idempotency-key': 'once' })
    const first = (await ask()).body
    await keep('DE')
    expect((await ask()).body).toEqual(first)
  })

  it('what is picked up is for no country of the buyer’s', async () => {
    await set({
      COUNTRY: 'DE',
      DELIVERY_METHODS: [{ key: 'shop', name: 'Shop', price: '0', pickUp: { country: 'AT' } }],
    })
    expect(await taxRate(buyer, { deliveryMethod: 'shop' })).toEqual([0.2, undefined])
  })
})

describe('a table of taxes', () => {
  let tool: string
  beforeAll(async () => {
    tool = await createTool(shop, { price: 10_000, onHand: 100_000 })
  })
  afterAll(() => set(usual))
  const shown = async (name = 'TAX_TABLE') =>
    (await admin.call('GET', '/settings')).body.settings.find((setting: { name: string }) => setting.name === name)
      ?.value
  const total = async (country: string) => (await priced(visitor(shop), tool, { country }, 1)).totals.total

  it('gives nobody goods without tax for a reason that somebody has to prove (finding 4)', async () => {
    const rows = ['E', 'AE', 'K', 'G'].map((reason, at) => ({
      country: ['FR', 'AT', 'NL', 'CH'][at],
      taxClass: 'standard',
      rate: '0%',
      reason,
    }))
    await set({ COUNTRY: 'DE', TAX_TABLE: [table[0], ...rows, table[2]] })
    for (const { country = '' } of rows) expect([country, await total(country)]).toEqual([country, 119])
    expect(await total('JP')).toBe(105)
    const buyer = await createPerson(shop)
    const placed = await buyer.call('POST', '/orders', {
      ...orderOf(tool),
      deliveryAddress: to('NL'),
      vatNumber: 'NL1',
    })
    expect(await read(buyer, placed)).toMatchObject({ price: 119, taxes: [{ taxRate: 0.19, reason: 'S' }] })
  })

  it('that was written without a row for everywhere else shows one, with what is charged there (finding 4)', async () => {
    await set({ ...usual, TAX_TABLE: [table[0]] })
    expect(await total('JP')).toBe(110)
    expect(JSON.parse(await shown())).toEqual([
      { ...table[0], reason: 'S' },
      { country: '*', taxClass: 'standard', rate: '10%', reason: 'S' },
    ])
    // What the owner saves is the owner's word: the one rate does not reach it any more.
    const rows = JSON.parse(await shown())
    await set({ TAX_TABLE: rows.with(1, { ...rows[1], rate: '0%', reason: 'Z' }) })
    expect(await total('JP')).toBe(100)
    await set(usual)
    expect(await shown()).toBe('')
  })

  it('names the shop’s country among its settings, and refuses what is none', async () => {
    await set({ COUNTRY: 'de' })
    expect(await shown('COUNTRY')).toBe('DE')
    expect((await visitor(shop).call('GET', '/config')).body.shop.country).toBe('DE')
    expect(await admin.call('PUT', '/settings', { settings: { COUNTRY: 'Germany' } })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'COUNTRY', message: 'It takes an ISO 3166 code such as DE, not "Germany".' }] },
    })
  })
})
