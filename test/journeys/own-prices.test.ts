import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, createPerson, createTool, orderOf, request, visitor } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'

let shop: TestShop
let staff: Person
let buyer: Person
let logged = ''
beforeAll(async () => {
  shop = await startTestShop({ log: pino({ level: 'trace' }, listening()) })
  staff = await createPerson(shop, 'manager')
  buyer = await createPerson(shop)
})
afterAll(() => shop.close())

function listening(): PassThrough {
  const stream = new PassThrough()
  stream.on('data', chunk => void (logged += String(chunk)))
  return stream
}

/** However an amount is written: `3141.59`, `3,141.59`, in minor units. */
const marks = ['3141.59', '3,141.59', '314159']
const showsIt = (text: string) => marks.some(mark => text.includes(mark))

it('without price lists a tool costs what it says itself, with the first one what that says, and without it the same as before', async () => {
  const tool = await createTool(shop, { price: 500_000, minimum: 4, multiple: 2 })
  const shown = async () => (await buyer.call('GET', `/prices?ids=${tool}`)).body
  const tiers = [{ from: 4, unitPrice: 5000 }]
  const itself = [{ tools_id: tool, unitPrice: 5000, listPrice: 5000, tiers, minimum: 4, multiple: 2 }]
  expect(await shown()).toEqual(itself)
  const { body } = await staff.call('POST', '/price-lists', { name: 'First', gross: false, audience: 'everyone' })
  await staff.call('PUT', `/price-lists/${body.insertedId}/entries/${tool}`, { tiers: [{ from: 1, price: '4000' }] })
  expect(await shown()).toMatchObject([{ unitPrice: 4000, listPrice: 5000, list: 'First' }])
  expect((await staff.call('DELETE', `/price-lists/${body.insertedId}`)).status).toBe(200)
  expect(await shown()).toEqual(itself)
})

it('a price that is one customer’s is in no answer of anybody else, in no list that is published, in no mail and in no log', async () => {
  const tool = await createTool(shop, { name: 'Marked bracket', price: 500_000 })
  const { body: group } = await staff.call('POST', '/customer-groups', { name: 'Marked' })
  await staff.call('POST', `/customer-groups/${group.insertedId}/members`, { email: buyer.email })
  const list = { name: 'Marked list', gross: false, audience: 'group', group: group.insertedId }
  const { body } = await staff.call('POST', '/price-lists', list)
  await staff.call('PUT', `/price-lists/${body.insertedId}/entries/${tool}`, { tiers: [{ from: 1, price: '3141.59' }] })

  // The buyer sees it first, so that whatever were kept of that would be there for the others.
  const [own] = (await buyer.call('GET', `/prices?ids=${tool}`)).body
  expect(showsIt(JSON.stringify(own))).toBe(true)
  expect((await buyer.call('GET', '/basket/count')).body).toEqual({ lines: 0, ownPrices: true })
  await sql`update tool set part_number = 'MARKED-1' where id = ${tool}`.execute(shop.db)
  const pad = { rows: [{ number: 'MARKED-1', quantity: 1 }] }
  const onPad = (await buyer.call('POST', '/order-pad', pad)).body
  expect(onPad.added).toMatchObject([{ unitPrice: 3141.59, tool: { price: 5000 } }])
  await buyer.call('PUT', '/basket/lines', { lines: [{ tools_id: tool, quantity: 1 }] })
  expect(showsIt(JSON.stringify((await buyer.call('GET', '/basket')).body))).toBe(true)
  expect(await buyer.call('POST', '/orders', orderOf(tool))).toMatchObject({ status: 200 })

  const other = await createPerson(shop)
  expect((await other.call('GET', '/basket/count')).body.ownPrices).toBe(false)
  const reads = shop.api.mounted().filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.access === 'everyone')
  const paths = reads.map(({ endpoint }) => endpoint.path.replace(':id', tool).replace(/:\w+/g, 'x'))
  const asked = [...paths, `/prices?ids=${tool}`, '/search?q=Marked', '/tools?q=Marked', '/search?q=Mark&limit=5']
  for (const who of [visitor(shop), other, buyer]) {
    // Twice: made, and kept.
    for (const path of [...asked, ...asked]) {
      if (who === buyer && path.startsWith('/prices')) continue
      expect([path, showsIt(JSON.stringify((await who.call('GET', path)).body))]).toEqual([path, false])
    }
  }
  const visitors = { lines: [{ id: '00000000-0000-7000-8000-000000000000', tools_id: tool, quantity: 1 }] }
  for (const who of [visitor(shop), other]) {
    expect((await who.call('POST', '/order-pad', pad)).body.added).toMatchObject([{ unitPrice: 5000 }])
    expect(showsIt(JSON.stringify((await who.call('POST', '/basket/priced', visitors)).body))).toBe(false)
  }
  for (const path of ['/data/newTools.json', '/data/popularTools.json', '/sitemap.xml', '/robots.txt']) {
    expect(showsIt(JSON.stringify((await request(`${shop.address}${path}`, 'GET')).body))).toBe(false)
  }
  // Nobody else is written to about it.
  const { rows } = await sql<{
    data: string
  }>`select data::text from pgboss.job where data::text not like ${`%${buyer.email}%`}`.execute(shop.db)
  expect(rows.filter(({ data }) => showsIt(data))).toEqual([])
  expect(logged).not.toBe('')
  expect(showsIt(logged)).toBe(false)
})
