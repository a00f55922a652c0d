import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, createPerson, request } from '../factories.ts'
import { commitSent, sendList } from '../files/sent-lists.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { buildOnce } from '../shop/process.ts'

let shop: TestShop
let admin: Person
beforeAll(async () => {
  await buildOnce()
  shop = await startTestShop({ pages: 'built' })
  admin = await createPerson(shop, 'manager')
})
afterAll(() => shop.close())

async function bring(...lines: string[]): Promise<void> {
  const adding = { createParts: true, createCategories: true, createAttributes: true, source: 'Supplier' }
  const head = 'brand,part_number,price,category,gtin,oem,cross_reference,attribute:Width (mm)'
  const { _id } = await sendList(admin, { name: 'list.csv', content: [head, ...lines].join('\n') }, adding)
  expect((await commitSent(admin, _id)).state).toBe('committed')
}

/** What stands on the part's page, without marks; each cell and fact with blanks around it. */
async function pageOf(part: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from tool where part_number = ${part}`.execute(shop.db)
  const html = String((await request(`${shop.address}/shop/${rows[0]?.id}`, 'GET')).body)
  return html
    .replace(/^[\s\S]*?<main/, '')
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

it('a part’s page shows buyers the numbers and attributes that a list has brought, also of a later list', async () => {
  await bring('Kraft,PG-1,5.00,Pads,4006381333931,1K0698151A|5K0000151,MX 889-A,100.5')
  const first = await pageOf('PG-1')
  expect(first).toContain('OEM and cross-reference numbers')
  for (const number of ['1K0698151A', '5K0000151']) expect(first).toContain(`${number} OEM number`)
  expect(first).toContain('MX 889-A Interchange: replaces')
  expect(first).toContain('4006381333931 GTIN')
  expect(first).toMatch(/Width 100\.5.mm/)
  await bring('Kraft,PG-1,5.00,Pads,,9L0 698,,100.5')
  expect(await pageOf('PG-1')).toContain('9L0 698 OEM number')
})
