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
  it('wait for a yes to these very ones, stand first, and go back with an undo', async () => {
    const before = { 'PL-1': '10.00', 'PL-2': '10.00', 'PL-3': '10.00', 'PL-4': '10.00', 'PL-5': '10.00' }
    await commitSent(admin, (await send('leaps', before))._id)
    const staged = await send('leaps', { ...before, 'PL-1': '49.99', 'PL-2': '2.01', 'PL-4': '50.00', 'PL-5': '1.00' })
    expect(staged).toMatchObject({ priceLeaps: 2, problems: 2, counts: { part: { changed: 4, refused: 0 } } })
    const { body: kinds } = await admin.call('GET', `/imports/${staged._id}/problems/kinds`)
    expect(kinds).toMatchObject([{ code: 'price-leap', rows: 2, value: 'Acme PL-4: 10.00 → 50.00', isNote: false }])
    const { body: changes } = await admin.call('GET', `/imports/${staged._id}/changes`)
    expect(changes.map(({ part }: { part: string }) => part)).toEqual(
      ['PL-5', 'PL-4', 'PL-1', 'PL-2'].map(part => `Acme ${part}`),
    )

    const none = '0'.repeat(32)
    for (const body of [{}, { leaps: none }, { allowRemoval: true, removes: 5 }]) {
      expect(await commit(staged._id, body)).toMatchObject({ status: 409, body: { code: 'import-prices-leap' } })
    }
    expect(await pricesOf('PL-')).toMatchObject({ 'PL-4': 1000, 'PL-5': 1000 })
    const done = await commitSent(admin, staged._id, { leaps: staged.leaps })
    expect(done).toMatchObject({ state: 'committed', priceLeaps: 0, leaps: '' })
    expect(await pricesOf('PL-')).toEqual({ 'PL-1': 4999, 'PL-2': 201, 'PL-3': 1000, 'PL-4': 5000, 'PL-5': 100 })
    // As they were: who takes something back is not asked again.
    await undoImport(importerOf(shop).ctx, done._id)
    expect(await pricesOf('PL-')).toMatchObject({ 'PL-1': 1000, 'PL-5': 1000 })
  })

  it('stay out where somebody keeps the old ones, one by one or all, are counted and told, and all else goes in', async () => {
    const heads = 'brand,part_number,name,price'
    const list = (...lines: string[]) =>
      sendList(
        admin,
        { name: 'list.csv', content: [heads, ...lines].join('\n') },
        { source: 'keep', createParts: true },
      )
    await commitSent(admin, (await list('Acme,PK-1,Disc,10.00', 'Acme,PK-2,Pad,10.00', 'Acme,PK-3,Rotor,10.00'))._id)
    const lines = ['Acme,PK-1,Disc,0.10', 'Acme,PK-2,Pads,1000.00', 'Acme,PK-3,Rotor,11.00', 'Acme,PK-4,Hose,5.00']
    const next = await list(...lines)
    expect(next).toMatchObject({ priceLeaps: 2, counts: { part: { added: 1, changed: 3, unchanged: 0 } } })
    const { body: leaping } = await admin.call('GET', `/imports/${next._id}/leaps`)
    expect(leaping).toEqual([
      { tool: expect.any(String), part: 'Acme PK-1', was: '10.00', becomes: '0.10' },
      { tool: expect.any(String), part: 'Acme PK-2', was: '10.00', becomes: '1000.00' },
    ])

    // Of what is not kept somebody has to have said yes to what they were shown.
    const slip = { keepPrices: [leaping[0].tool] }
    expect(await commit(next._id, slip)).toMatchObject({ body: { code: 'import-prices-leap' } })
    const one = await commitSent(admin, next._id, { ...slip, leaps: next.leaps })
    expect(one).toMatchObject({ state: 'committed', problems: 2 })
    expect(one.counts.part).toMatchObject({ added: 1, changed: 2, unchanged: 1, refused: 0 })
    expect(await pricesOf('PK-')).toEqual({ 'PK-1': 1000, 'PK-2': 100_000, 'PK-3': 1100, 'PK-4': 500 })
    const { body: kinds } = await admin.call('GET', `/imports/${one._id}/problems/kinds`)
    expect(kinds).toMatchObject([
      { code: 'price-kept', rows: 1, value: 'Acme PK-1: 10.00 → 0.10', isNote: false },
      { code: 'price-leap', rows: 1, value: 'Acme PK-2: 10.00 → 1000.00' },
    ])
    await undoImport(importerOf(shop).ctx, one._id)
    expect(await pricesOf('PK-')).toMatchObject({ 'PK-1': 1000, 'PK-2': 1000, 'PK-3': 1000 })

    // The same list again, and all are kept: also the name of such a row goes in.
    const all = await commitSent(admin, (await list(...lines))._id, { keepPrices: 'all' })
    expect(all.counts.part).toMatchObject({ added: 1, changed: 2, unchanged: 1 })
    expect(await pricesOf('PK-')).toEqual({ 'PK-1': 1000, 'PK-2': 1000, 'PK-3': 1100, 'PK-4': 500 })
    const { rows } = await sql`select name from tool where part_number = 'PK-2'`.execute(shop.db)
    expect(rows).toEqual([{ name: 'Pads' }])
  })

  it('are said yes to as they were shown: as many others by then, or from other prices, are asked about anew', async () => {
    const before = { 'PN-1': '10.00', 'PN-2': '10.00' }
    await commitSent(admin, (await send('kept', before))._id)
    const next = await send('kept', { 'PN-1': '50.00', 'PN-2': '40.00' })
    const first = (await admin.call('GET', `/imports/${next._id}/leaps`)).body
    expect(first).toMatchObject([{ part: 'Acme PN-1', becomes: '50.00' }])
    const keepPrices = [first[0].tool]
    // The first leaps no more, and the other does: one, as before.
    await commitSent(admin, (await send('between', { 'PN-1': '12.00', 'PN-2': '8.00' }))._id)
    expect((await commit(next._id, { leaps: next.leaps })).status).toBe(200)
    const other = await restedImport(admin, next._id)
    expect(other).toMatchObject({ state: 'staged', priceLeaps: 1 })
    expect((await admin.call('GET', `/imports/${next._id}/leaps`)).body).toMatchObject([
      { part: 'Acme PN-2', was: '8.00', becomes: '40.00' },
    ])
    expect(await pricesOf('PN-')).toEqual({ 'PN-1': 1200, 'PN-2': 800 })
    // One that leaps no more can be kept all the same.
    const done = await commitSent(admin, next._id, { leaps: other.leaps, keepPrices })
    expect(done).toMatchObject({ state: 'committed', counts: { part: { changed: 1, unchanged: 1 } } })
    expect(await pricesOf('PN-')).toEqual({ 'PN-1': 1200, 'PN-2': 4000 })

    // Two leap by then: nobody has said yes to the second.
    const later = await send('kept', { 'PN-1': '60.00', 'PN-2': '60.00' })
    expect(later.priceLeaps).toBe(1)
    await commitSent(admin, (await send('between', { 'PN-2': '12.00' }))._id, {})
    expect((await commit(later._id, { leaps: later.leaps, keepPrices })).status).toBe(200)
    const two = await restedImport(admin, later._id)
    expect(two).toMatchObject({ state: 'staged', priceLeaps: 2 })
    expect(await pricesOf('PN-')).toEqual({ 'PN-1': 1200, 'PN-2': 1200 })
    // Of a tool that is none of the import's nobody knows whose price was meant.
    expect((await commit(later._id, { leaps: two.leaps, keepPrices: [later._id] })).status).toBe(200)
    expect(await restedImport(admin, later._id)).toMatchObject({
      state: 'staged',
      failure: expect.stringContaining('has changed'),
    })
    // What was kept with a commit that stopped is not kept with the next one.
    await commitSent(admin, later._id, { leaps: two.leaps })
    expect(await pricesOf('PN-')).toEqual({ 'PN-1': 6000, 'PN-2': 6000 })
  })

  it('are all shown, the greatest first, by page, and a commit leaves out whichever is not meant', async () => {
    const numbers = Array.from({ length: 25 }, (_, at) => `PP-${String(at).padStart(2, '0')}`)
    const all = (price: (at: number) => string) =>
      Object.fromEntries(numbers.map((number, at) => [number, price(at)] as const))
    await commitSent(
      admin,
      (
        await send(
          'paged',
          all(() => '10.00'),
        )
      )._id,
    )
    const staged = await send(
      'paged',
      all(at => `${100 - at}.00`),
    )
    const first = await admin.call('GET', `/imports/${staged._id}/leaps?limit=20`)
    const rest = await admin.call('GET', `/imports/${staged._id}/leaps?limit=20&after=20`)
    const shown = [...first.body, ...rest.body]
    expect(shown.map(({ part }: { part: string }) => part)).toEqual(numbers.map(number => `Acme ${number}`))
    const smallest = shown.at(-1)
    expect(smallest).toMatchObject({ was: '10.00', becomes: '76.00' })
    await commitSent(admin, staged._id, { leaps: staged.leaps, keepPrices: [smallest.tool] })
    expect(await pricesOf('PP-')).toMatchObject({ 'PP-24': 1000, 'PP-23': 7700 })
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
    expect(await commitSent(admin, waiting._id, { leaps: stopped.leaps })).toMatchObject({ state: 'committed' })
    expect(await pricesOf('PM-')).toEqual({ 'PM-1': 4000, 'PM-2': 100_000 })
  })
})
