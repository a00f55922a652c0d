import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, createTool } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { expectFields } from '#test/problems'
import { sendFile } from '#test/files/prices'

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await startTestShop()
  owner = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const sentence =
  'The shop’s prices are in USD, and a list in another currency would hold for nobody. Give the list prices in USD.'
const content = { name: 'Trade', gross: false, audience: 'everyone' }
const call = (method: string, path: string, body?: object) => owner.call(method, path, body)

describe('a price list in another currency than the shop’s', () => {
  it('is neither added nor made of one that is there (finding 7)', async () => {
    expectFields(await call('POST', '/price-lists', { ...content, currency: 'eur' }), [['currency', sentence]])
    const { insertedId: id } = (await call('POST', '/price-lists', { ...content, currency: 'USD' })).body
    const change = { ...content, currency: 'eur', version: 1 }
    expectFields(await call('PUT', `/price-lists/${id}`, change), [['currency', sentence]])
    expect((await call('GET', `/price-lists/${id}`)).body).toMatchObject({ currency: 'usd', version: 1 })
    await call('DELETE', `/price-lists/${id}`)
  })

  it('of an earlier release takes no price by hand or by file, does not come back, and keeps the shop’s currency where it is (finding 7)', async () => {
    const tool = await createTool(shop)
    const { insertedId: id } = (await call('POST', '/price-lists', { ...content, name: 'Old' })).body
    await sql`update price_list set currency = 'gbp' where id = ${id}`.execute(shop.db)
    const refused = {
      status: 409,
      body: { code: 'price-list-other-currency', message: expect.stringContaining('GBP') },
    }
    const price = { tiers: [{ from: 1, price: '1' }] }
    expect(await call('PUT', `/price-lists/${id}/entries/${tool}`, price)).toMatchObject(refused)
    const form = new FormData()
    form.set('prices', new Blob(['part_number,price\nX,1\n']), 'prices.csv')
    for (const path of ['file', 'file/preview']) {
      expect(await call('POST', `/price-lists/${id}/${path}`, form)).toMatchObject(refused)
    }
    expect(await sendFile(owner, { list: id, csv: 'part_number,price\nX,1\n' })).toMatchObject(refused)
    const { status, body } = await call('PUT', '/settings', { settings: { CURRENCY: 'eur' } })
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [
        {
          field: 'CURRENCY',
          message:
            'These price lists are in another currency than the shop’s, and hold for nobody: “Old”. Remove them first.',
        },
      ],
    })
    await call('DELETE', `/price-lists/${id}`)
    expect(await call('POST', `/price-lists/${id}/restored`)).toMatchObject(refused)
  })
})

it('two delivery methods of one name are refused, and one that is called as the standard one (finding 7)', async () => {
  const save = (...names: string[]) => {
    const methods = names.map(name => ({ name, price: '5' }))
    return call('PUT', '/settings', { settings: { DELIVERY_METHODS: JSON.stringify(methods) } })
  }
  const complaint = (name: string) =>
    `Another method is called ${name}. Give each a name of its own, so that buyers can tell them apart.`
  expectFields(await save('Express', 'Freight', 'express'), [['DELIVERY_METHODS', complaint('express')]])
  expectFields(await save('Standard delivery'), [['DELIVERY_METHODS', complaint('Standard delivery')]])
  expect(await save('Express', 'Freight')).toMatchObject({ status: 200 })
  // One that has two already starts, and changes its other settings.
  await sql`update setting set value = ${JSON.stringify([
    { key: 'a', name: 'Express', price: '5' },
    { key: 'b', name: 'Express', price: '6' },
  ])} where name = 'DELIVERY_METHODS'`.execute(shop.db)
  expect(await call('PUT', '/settings', { settings: { TAX_RATE: '19%' } })).toMatchObject({ status: 200 })
})
