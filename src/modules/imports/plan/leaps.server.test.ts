import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson } from '#test/factories'
import { importerOf } from '#test/files/imports'
import { commitSent, restedImport, sendList } from '#test/files/sent-lists'
import { type TestShop, startTestShop } from '#test/harness'
import { undoImport } from '../commit/undo.server.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const send = (source: string, prices: Record<string, string>) => {
  const lines = ['brand,part_number,price', ...Object.entries(prices).map(([part, price]) => `Acme,${part},${price}`)]
  return sendList(admin, { name: 'list.csv', content: lines.join('\n') }, { source, createParts: true })
}
const pricesOf = async (start: string) => {
  const { rows } = await sql<{ part_number: string; price: string }>`
    select part_number, price from tool where part_number like ${`${start}%`} order by 1`.execute(shop.db)
  return Object.fromEntries(rows.map(({ part_number, price }) => [part_number, Number(price)]))
}
const commit = (id: string, body: object = {}) => admin.call('POST', `/imports/${id}/commit`, body)

describe('prices that leap', () => {
  it('wait for a yes that names how many they are, stand first, and go back with an undo', async () => {
    const before = { 'PL-1': '10.00', 'PL-2': '10.00', 'PL-3': '10.00', 'PL-4': '10.00', 'PL-5': '10.00' }
    await commitSent(admin, (await send('leaps', before))._id)
    const staged = await send('leaps', { ...before, 'PL-1': '49.99', 'PL-2': '2.01', 'PL-4': '50.00', 'PL-5': '2.00' })
    expect(staged).toMatchObject({ priceLeaps: 2, problems: 2, counts: { part: { changed: 4, refused: 0 } } })
    const { body: kinds } = await admin.call('GET', `/imports/${staged._id}/problems/kinds`)
    expect(kinds).toMatchObject([{ code: 'price-leap', rows: 2, value: 'Acme PL-4: 10.00 → 50.00', isNote: false }])
    const { body: changes } = await admin.call('GET', `/imports/${staged._id}/changes`)
    expect(changes.map(({ part }: { part: string }) => part)).toEqual(
      ['PL-4', 'PL-5', 'PL-1', 'PL-2'].map(part => `Acme ${part}`),
    )

    for (const body of [{}, { leaps: 1 }, { allowRemoval: true, removes: 5 }]) {
      expect(await commit(staged._id, body)).toMatchObject({ status: 409, body: { code: 'import-prices-leap' } })
    }
    expect(await pricesOf('PL-')).toMatchObject({ 'PL-4': 1000, 'PL-5': 1000 })
    const done = await commitSent(admin, staged._id, { leaps: 2 })
    expect(done).toMatchObject({ state: 'committed', priceLeaps: 0 })
    expect(await pricesOf('PL-')).toEqual({ 'PL-1': 4999, 'PL-2': 201, 'PL-3': 1000, 'PL-4': 5000, 'PL-5': 200 })
    // As they were: who takes something back is not asked again.
    await undoImport(importerOf(shop).ctx, done._id)
    expect(await pricesOf('PL-')).toMatchObject({ 'PL-1': 1000, 'PL-5': 1000 })
  })

  it('are none of a part that is new, and ask again where another import has moved the prices meanwhile', async () => {
    await commitSent(admin, (await send('moving', { 'PM-1': '10.00' }))._id)
    const waiting = await send('moving', { 'PM-1': '40.00', 'PM-2': '1000.00' })
    expect(waiting.priceLeaps).toBe(0)
    await commitSent(admin, (await send('other', { 'PM-1': '8.00' }))._id)
    // The plan is made again when its turn has come: forty is five times eight.
    expect((await commit(waiting._id)).status).toBe(200)
    const stopped = await restedImport(admin, waiting._id)
    expect(stopped).toMatchObject({ state: 'staged', priceLeaps: 1, failure: expect.stringContaining('allow it') })
    expect(await pricesOf('PM-')).toEqual({ 'PM-1': 800 })
    expect(await commitSent(admin, waiting._id, { leaps: 1 })).toMatchObject({ state: 'committed' })
    expect(await pricesOf('PM-')).toEqual({ 'PM-1': 4000, 'PM-2': 100_000 })
  })
})
