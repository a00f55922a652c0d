import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { createNumberedTool, sendFile } from '#test/files/prices'
import { workOnFile } from './jobs.server.ts'

/** It leaves its jobs to others, so that a test does them itself. */
let shop: TestShop
let staff: Person
beforeAll(async () => {
  shop = await startTestShop({ environment: { ROLE: 'web' } })
  staff = await createPerson(shop, 'manager')
})
afterAll(() => shop.close())

let made = 0
async function newList(csv: string): Promise<string> {
  const { body } = await staff.call('POST', '/price-lists', { name: `L${++made}`, gross: false, audience: 'everyone' })
  if (csv) await commit(await lookAt(body.insertedId, csv))
  return body.insertedId
}
async function lookAt(list: string, csv: string, query = ''): Promise<string> {
  const id = (await sendFile(staff, { list, csv: `brand,part_number,price\n${csv}`, query })).body._id
  await workOnFile(shop.system, id)
  return id
}
async function commit(id: string): Promise<{ state: string; failure: string | null }> {
  const { body } = await staff.call('POST', `/price-files/${id}/commit`)
  await workOnFile(shop.system, id)
  const files = (await staff.call('GET', `/price-lists/${body.listId}/files`)).body
  return files.find(({ _id }: { _id: string }) => _id === id)
}
type Entry = { tool: { _id: string }; tiers: { price: number }[]; version: number }
const entriesOf = async (list: string): Promise<Entry[]> =>
  (await staff.call('GET', `/price-lists/${list}/entries`)).body
const pricesOf = async (list: string) =>
  new Map((await entriesOf(list)).map(({ tool, tiers }) => [tool._id, tiers[0]?.price]))
async function setPrice(list: string, tool: string, price: number): Promise<void> {
  const version = (await entriesOf(list)).find(entry => entry.tool._id === tool)?.version
  const input = { tiers: [{ from: 1, price }], ...(version && { version }) }
  expect((await staff.call('PUT', `/price-lists/${list}/entries/${tool}`, input)).status).toBe(200)
}
const renumber = (tool: string, partNumber: string) =>
  sql`update tool set part_number = ${partNumber} where id = ${tool}`.execute(shop.db)
const giveGtin = (tool: string, gtin: string) =>
  sql`
    with source as (insert into data_source (name, dated) values (${gtin}, '2026-01-02') returning id)
    insert into part_number (tool_ordinal, kind, value, source_id)
    select tool.ordinal, 'gtin', ${gtin}, source.id from tool, source where tool.id = ${tool}`.execute(shop.db)
/** Each test has numbers of its own. */
const create = (partNumber: string, brand = 'Halden') => createNumberedTool(shop, partNumber, brand)

const outdated = { state: 'failed', failure: expect.stringContaining('have changed since you looked at what it does') }

describe('a file that was looked at fails when it is to go in, and changes nothing,', () => {
  it('where another product has a number of it by now', async () => {
    const [tool, list] = [await create('NUM-1'), await newList('')]
    const id = await lookAt(list, ',num1,10\n')
    await renumber(tool, 'NUM-2')
    await create('NUM-1')
    expect(await commit(id)).toMatchObject(outdated)
    expect(await pricesOf(list)).toEqual(new Map())
    // Spelled otherwise it is the same number.
    const again = await lookAt(list, 'halden,NUM-2,10\n')
    await renumber(tool, 'Num 2')
    expect(await commit(again)).toMatchObject({ state: 'committed' })
    expect(await pricesOf(list)).toEqual(new Map([[tool, 10]]))
  })

  it('where a product is of another brand by now, where the file names the brand', async () => {
    const [tool, list] = [await create('BRAND-1'), await newList('')]
    const rebrand = (name: string) =>
      sql`update tool set brand_id = (select id from brand where name = ${name}) where id = ${tool}`.execute(shop.db)
    await create('BRAND-2', 'Corvane')
    const named = await lookAt(list, 'HALDEN,BRAND-1,10\n')
    await rebrand('Corvane')
    expect(await commit(named)).toMatchObject(outdated)
    const unnamed = await lookAt(list, ',BRAND-1,10\n')
    await rebrand('Halden')
    expect(await commit(unnamed)).toMatchObject({ state: 'committed' })
  })

  it('where a product that it does not name, so that it would leave the list, has another number by now', async () => {
    const [tool, other] = [await create('OUT-1'), await create('OUT-2')]
    const list = await newList(',OUT-1,10\n,OUT-2,20\n')
    const id = await lookAt(list, ',OUT-1,10\n', '&replaces=yes')
    await renumber(tool, 'OUT-3')
    await renumber(other, 'OUT-1')
    expect(await commit(id)).toMatchObject(outdated)
    expect(await pricesOf(list)).toEqual(new Map([[tool, 10], [other, 20]])) // prettier-ignore
  })

  it('where somebody has changed what it leaves as it was', async () => {
    const [tool, other] = [await create('SAME-1'), await create('SAME-2')]
    const list = await newList(',SAME-1,10\n')
    const id = await lookAt(list, ',SAME-1,10\n,SAME-2,20\n')
    await setPrice(list, tool, 12)
    expect(await commit(id)).toMatchObject(outdated)
    expect(await pricesOf(list)).toEqual(new Map([[tool, 12]]))
    expect(await commit(await lookAt(list, ',SAME-1,10\n,SAME-2,20\n'))).toMatchObject({ state: 'committed' })
    expect(await pricesOf(list)).toEqual(new Map([[tool, 10], [other, 20]])) // prettier-ignore
  })

  it('where it replaces the list, and a product has come into the list since', async () => {
    const [tool, other] = [await create('COME-1'), await create('COME-2')]
    const list = await newList('')
    const id = await lookAt(list, ',COME-1,10\n', '&replaces=yes')
    await setPrice(list, other, 30)
    expect(await commit(id)).toMatchObject(outdated)
    expect(await pricesOf(list)).toEqual(new Map([[other, 30]]))
    await commit(await lookAt(list, ',COME-1,10\n', '&replaces=yes'))
    expect(await pricesOf(list)).toEqual(new Map([[tool, 10]]))
  })

  it('where the last file was taken back since', async () => {
    await create('BACK-1')
    const list = await newList(',BACK-1,10\n')
    const [first] = (await staff.call('GET', `/price-lists/${list}/files`)).body
    const id = await lookAt(list, ',BACK-1,10\n')
    await staff.call('POST', `/price-files/${first._id}/undo`)
    await workOnFile(shop.system, first._id)
    expect(await commit(id)).toMatchObject(outdated)
    expect(await pricesOf(list)).toEqual(new Map())
  })
})

it('a file goes in where only other lists have changed since it was looked at', async () => {
  const tool = await create('OTHER-1')
  const [list, other] = [await newList(''), await newList('')]
  const id = await lookAt(list, ',OTHER-1,10\n')
  await setPrice(other, tool, 12)
  expect(await commit(id)).toMatchObject({ state: 'committed' })
})

it('a file names products by GTINs of any length, and goes in by them', async () => {
  const list = await newList('')
  const gtins = ['04006381333931', '00012345678905', '00000096385074', '14006381333938']
  const tools: string[] = []
  for (const [at, gtin] of gtins.entries()) {
    const tool = await create(`GTIN-${at}`)
    await giveGtin(tool, gtin)
    tools.push(tool)
  }
  const id = await lookAt(list, ',4006381333931,10\n,0 12345 67890 5,11\n,96385074,12\n,14006381333938,13\n')
  expect(await commit(id)).toMatchObject({ state: 'committed', added: 4, refused: 0 })
  expect(await pricesOf(list)).toEqual(new Map(tools.map((tool, at) => [tool, 10 + at])))
  const again = await lookAt(list, ',4006381333931,20\n')
  await sql`delete from part_number where kind = 'gtin' and folded = '04006381333931'`.execute(shop.db)
  expect(await commit(again)).toMatchObject(outdated)
})

it('a number of 13 digits is the product whose own one it is, before one whose GTIN it is, and fewer digits are no GTIN', async () => {
  const [own, other, list] = [await create('4012345678901'), await create('OTHER-GTIN'), await newList('')]
  await giveGtin(other, '04012345678901')
  await giveGtin(other, '00000000012344')
  expect(await commit(await lookAt(list, ',4012345678901,10\n'))).toMatchObject({ state: 'committed' })
  expect(await pricesOf(list)).toEqual(new Map([[own, 10]]))
  const fewer = await lookAt(list, ',12344,10\n')
  const files = (await staff.call('GET', `/price-lists/${list}/files`)).body
  expect(files.find(({ _id }: { _id: string }) => _id === fewer)).toMatchObject({ state: 'planned', refused: 1 })
})
