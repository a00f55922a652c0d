import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStored } from '#platform/settings/owner'
import { StartupProblem } from '#platform/startup'
import { ownerSettingsOf } from '../../app/settings.server.ts'
import { eventually } from '#test/eventually'
import { type Person, createPerson, createTool, placeOrder, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { sendFile } from '#test/files/prices'
import { stripe } from '#test/shop/settings'

let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '7' } })
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const change = (settings: Record<string, string | null>) => admin.call('PUT', '/settings', { settings })
const all = async () => (await admin.call('GET', '/settings')).body
const one = async (setting: string) => (await all()).settings.find(({ name }: { name: string }) => name === setting)
/** Another process on the same database. */
const startSecond = () =>
  startTestShop({
    database: { url: shop.databaseUrl, drop: async () => undefined },
    environment: { MAX_OPEN_ORDERS: '7' },
  })
const config = async (of = shop) => (await visitor(of).call('GET', '/config')).body

describe('the settings of a shop', () => {
  it('say each value as it is written, and where it comes from', async () => {
    expect((await all()).settings).toEqual(
      expect.arrayContaining([
        { name: 'SHOP_NAME', value: 'Tappet', from: 'default' },
        { name: 'CURRENCY', value: 'usd', from: 'default' },
        { name: 'SHIPPING_FEE', value: '9.90', from: 'default' },
        { name: 'TAX_RATE', value: '0%', from: 'default' },
        { name: 'PRICES_INCLUDE_TAX', value: 'no', from: 'default' },
        { name: 'MAX_OPEN_ORDERS', value: '7', from: 'environment' },
      ]),
    )
  })

  it('are in force for the next request of whoever changed them, and for what was kept before', async () => {
    await config()
    const words = async () => (await visitor(shop).call('GET', '/content')).body
    await words()
    const changed = await change({ SHOP_NAME: 'Bolt & Sons', SHIPPING_FEE: '12.5', TAX_RATE: '19%' })
    expect(changed).toMatchObject({ status: 200, body: { modifiedCount: 3 } })
    expect(await config()).toMatchObject({
      shop: { name: 'Bolt & Sons' },
      terms: { shippingFee: 12.5, taxRate: 0.19 },
    })
    expect(await words()).toMatchObject({
      shop: { name: 'Bolt & Sons' },
      copyright: 'Bolt & Sons © All Rights Reserved',
    })
    expect(await one('SHIPPING_FEE')).toEqual({ name: 'SHIPPING_FEE', value: '12.50', from: 'shop' })
    expect(await change({ SHOP_NAME: 'Bolt & Sons' })).toMatchObject({ body: { modifiedCount: 0 } })
    expect(await change({ SHIPPING_FEE: null })).toMatchObject({ body: { modifiedCount: 1 } })
    expect((await config()).terms.shippingFee).toBe(9.9)
  })

  it('are in force in another process, too, also for what it had kept', async () => {
    const second = await startSecond()
    try {
      await config(second)
      await change({ SHOP_PHONE: '+49 30 1234' })
      await eventually(
        async () => (await visitor(second).call('GET', '/content')).body.shop.phone,
        phone => phone === '+49 30 1234',
      )
    } finally {
      await second.close()
    }
  })

  it('are in force at the start of a process', async () => {
    await change({ FREE_SHIPPING_FROM: '75' })
    const second = await startSecond()
    try {
      expect((await config(second)).terms.freeShippingFrom).toBe(75)
    } finally {
      await second.close()
    }
  })

  it.each([
    ['SHIPPING_FEE', 'free', 'It takes an amount in usd, such as 9.90, not "free".'],
    ['SHIPPING_FEE', '-1', 'It takes an amount in usd, such as 9.90, not "-1".'],
    ['TAX_RATE', '19', 'It takes a share below 1, such as 0.19, or a percentage with its sign, such as 19%, not "19".'],
    ['CURRENCY', 'dollar', 'It takes an ISO 4217 code such as usd, not "dollar".'],
    ['TIME_ZONE', 'Berlin', 'It takes a time zone such as Europe/Berlin, not "Berlin".'],
    [
      'TIME_ZONE',
      '+09:00',
      'It takes the name of a time zone, not "+09:00"; use Etc/GMT-9, or a place such as Asia/Tokyo.',
    ],
    ['MAX_OPEN_ORDERS', '9', 'The environment says it, as MAX_OPEN_ORDERS. Change it there, or take it out there.'],
    ['PORT', '9', 'The shop has no such setting.'],
    ['constructor', '9', 'The shop has no such setting.'],
    ['SHOP_NAME', 'x'.repeat(81), `It takes up to 80 characters, not "${'x'.repeat(81)}".`],
  ])('refuse %s as %s, and keep what was right beside it out as well', async (name, value, message) => {
    const before = (await all()).settings
    const body = JSON.parse(
      `{"settings": {"SHOP_TAGLINE": "Beside it", ${JSON.stringify(name)}: ${JSON.stringify(value)}}}`,
    )
    expect(await admin.call('PUT', '/settings', body)).toMatchObject({
      status: 400,
      body: { errors: [{ field: name, message }] },
    })
    expect((await all()).settings).toEqual(before)
  })

  it.each([[{}], [undefined], [{ settings: null }], [{ settings: ['x'] }], [{ settings: true }], [{ settings: ' ' }]])(
    'refuse what says no settings: %j',
    async body => {
      const errors = [{ field: 'settings', message: 'Say which settings change.' }]
      expect(await admin.call('PUT', '/settings', body)).toMatchObject({ status: 400, body: { errors } })
    },
  )

  it('are judged together: an amount must be one of the currency that comes with it', async () => {
    await change({ SHIPPING_FEE: '4.50' })
    expect(await change({ CURRENCY: 'jpy' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'SHIPPING_FEE' }] },
    })
    expect(await change({ CURRENCY: 'jpy', SHIPPING_FEE: '450', FREE_SHIPPING_FROM: null })).toMatchObject({
      status: 200,
    })
    expect(await change({ CURRENCY: 'usd', SHIPPING_FEE: null })).toMatchObject({ status: 200 })
  })

  it('of two at once are one after the other: each is judged by the other', async () => {
    const answers = await Promise.all([change({ CURRENCY: 'jpy' }), change({ SHIPPING_FEE: '4.50' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    await change({ CURRENCY: null, SHIPPING_FEE: null })
    expect((await config()).currency).toBe('usd')
  })

  it('leave a line in the trail, by which they can be taken back', async () => {
    await change({ SHOP_TAGLINE: 'First' })
    await change({ SHOP_TAGLINE: 'Second' })
    const [last] = (await all()).changes
    expect(last).toMatchObject({
      by: admin.email,
      before: { SHOP_TAGLINE: 'First' },
      after: { SHOP_TAGLINE: 'Second' },
    })
    await change(last.before)
    expect(await one('SHOP_TAGLINE')).toMatchObject({ value: 'First' })
    const { rows } = await sql`select from audit where action = 'settings.changed'`.execute(shop.db)
    expect(rows.length).toBeGreaterThan(3)
  })
})

it('a setting that says something else by now than what was seen stays, and what was said again changes nothing', async () => {
  const row = (country: string) => ({ country, taxClass: 'standard', rate: '19%' })
  const table = (...countries: string[]) => JSON.stringify(countries.map(row))
  const change = (value: string, seen?: string) =>
    admin.call('PUT', '/settings', {
      settings: { TAX_TABLE: value },
      ...(seen !== undefined && { seen: { TAX_TABLE: seen } }),
    })
  expect(await change(table('DE'))).toMatchObject({ status: 200 })
  const { value: seen } = await one('TAX_TABLE')
  expect(await change(table('DE', 'FR'), seen)).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
  const late = await change(table('DE', 'AT'), seen)
  expect(late).toMatchObject({ status: 409, body: { code: 'changed-meanwhile', errors: [{ field: 'TAX_TABLE' }] } })
  expect((await one('TAX_TABLE')).value).toContain('FR')
  expect(await change(table('DE', 'FR'), seen)).toMatchObject({ status: 200, body: { modifiedCount: 0 } })
  expect(await change(table('DE', 'AT'), (await one('TAX_TABLE')).value)).toMatchObject({ status: 200 })
  expect(await change('')).toMatchObject({ status: 200 })
})

it('a currency that Stripe cannot be paid in is refused where Stripe is paid, and no shop starts with it there', async () => {
  const paid = await startTestShop({ environment: stripe })
  try {
    const owner = await createPerson(paid, 'admin')
    const change = (CURRENCY: string) => owner.call('PUT', '/settings', { settings: { CURRENCY } })
    expect(await change('kwd')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'CURRENCY', message: expect.stringMatching(/^Stripe .*KWD/) }] },
    })
    expect(await change('jpy')).toMatchObject({ status: 200 })
  } finally {
    await paid.close()
  }
  const shown = await startTestShop()
  try {
    const owner = await createPerson(shown, 'admin')
    expect(await owner.call('PUT', '/settings', { settings: { CURRENCY: 'mga' } })).toMatchObject({ status: 200 })
    const database = { url: shown.databaseUrl, drop: async () => undefined }
    await expect(startTestShop({ database, environment: stripe })).rejects.toThrow(/^CURRENCY is mga\. Stripe .*\.$/)
  } finally {
    await shown.close()
  }
  await expect(startTestShop({ environment: { ...stripe, CURRENCY: 'isk' } })).rejects.toThrow(StartupProblem)
})

it('a shop that has sold in a currency of which Stripe takes some amounts alone still starts', async () => {
  const before = await startTestShop({ environment: { CURRENCY: 'kwd' } })
  try {
    await placeOrder(await createPerson(before), await createTool(before))
    const database = { url: before.databaseUrl, drop: async () => undefined }
    const after = await startTestShop({ database, environment: { ...stripe, CURRENCY: 'kwd' } })
    expect(await config(after)).toMatchObject({ currency: 'kwd' })
    await after.close()
  } finally {
    await before.close()
  }
})

it('a value that the environment makes wrong gives way to its default, is said, and keeps nobody from changing others', async () => {
  const before = await startTestShop()
  const problems: string[] = []
  try {
    const owner = await createPerson(before, 'admin')
    expect(await owner.call('PUT', '/settings', { settings: { SHIPPING_FEE: '4.50' } })).toMatchObject({ status: 200 })
    const database = { url: before.databaseUrl, drop: async () => undefined }
    const after = await startTestShop({ database, environment: { CURRENCY: 'jpy', FREE_SHIPPING_FROM: '9000' } })
    try {
      expect((await config(after)).terms.shippingFee).not.toBe(4.5)
      const { left } = await readStored(after.db, ownerSettingsOf(after.system.settings))
      problems.push(...left)
      const other = await createPerson(after, 'admin')
      expect(await other.call('PUT', '/settings', { settings: { SHIPPING_FEE: '450' } })).toMatchObject({ status: 200 })
      expect((await config(after)).terms.shippingFee).toBe(450)
    } finally {
      await after.close()
    }
  } finally {
    await before.close()
  }
  expect(problems).toEqual([
    expect.stringMatching(/^The shop's own SHIPPING_FEE takes an amount in jpy, .* Its default is in force\.$/),
  ])
})

describe('the currency', () => {
  const set = (list: string, tool: string, input: object) =>
    admin.call('PUT', `/price-lists/${list}/entries/${tool}`, input)
  const priceOf = async (tool: string) => (await admin.call('GET', `/prices?ids=${tool}`)).body[0].unitPrice

  it('of price lists changes with it, and their prices, too, are in the way of other decimals', async () => {
    const lone = await startTestShop()
    try {
      const owner = await createPerson(lone, 'admin')
      const change = (CURRENCY: string) => owner.call('PUT', '/settings', { settings: { CURRENCY } })
      const list = { name: 'Trade', gross: false, audience: 'everyone' }
      const id = (await owner.call('POST', '/price-lists', list)).body.insertedId
      const read = async () => (await owner.call('GET', `/price-lists/${id}`)).body
      // A list that says no amount has none to be taken for another.
      expect(await change('jpy')).toMatchObject({ status: 200 })
      expect(await change('usd')).toMatchObject({ status: 200 })
      expect(await read()).toMatchObject({ currency: 'usd', version: 3 })
      await sendFile(owner, { list: id, csv: 'part_number,price\nNONE,10\n' })
      expect(await change('jpy')).toMatchObject({
        status: 400,
        body: {
          errors: [
            {
              field: 'CURRENCY',
              message:
                'There are prices in USD, with 2 decimals, in price lists or in files that wait; those of JPY have 0.',
            },
          ],
        },
      })
      expect(await read()).toMatchObject({ currency: 'usd', version: 3 })
      expect(await change('eur')).toMatchObject({ status: 200 })
      expect(await read()).toMatchObject({ currency: 'eur', version: 4 })
    } finally {
      await lone.close()
    }
  })

  it('of a list that holds changes with it: buyers pay the same amount as before', async () => {
    const tool = await createTool(shop, { price: 1990 })
    const list = { name: 'Trade', gross: false, audience: 'everyone' }
    const id = (await admin.call('POST', '/price-lists', list)).body.insertedId
    expect((await set(id, tool, { tiers: [{ from: 1, price: 15 }] })).status).toBe(200)
    expect(await priceOf(tool)).toBe(15)
    expect(await change({ CURRENCY: 'eur' })).toMatchObject({ status: 200 })
    expect(await priceOf(tool)).toBe(15)
    expect(await change({ CURRENCY: null })).toMatchObject({ status: 200 })
    expect(await priceOf(tool)).toBe(15)
  })

  it('changes what all prices are in, while nobody has ordered and the decimals are the same', async () => {
    const tool = await createTool(shop, { price: 1990 })
    expect(await change({ CURRENCY: 'eur' })).toMatchObject({ status: 200 })
    expect((await visitor(shop).call('GET', `/tools/${tool}`)).body.price).toBe(19.9)
    expect(await change({ CURRENCY: 'jpy' })).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            field: 'CURRENCY',
            message: 'There are prices in EUR, with 2 decimals, in tools or in imports that wait; those of JPY have 0.',
          },
        ],
      },
    })
  })

  it('stays once there is an order', async () => {
    const buyer = await createPerson(shop)
    await placeOrder(buyer, await createTool(shop))
    expect(await change({ CURRENCY: 'usd' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'CURRENCY', message: 'The currency stays as it is: there are orders in it.' }] },
    })
  })
})
