import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, placeOrder } from '#test/factories'
import { catalogueNow, importerOf } from '#test/files/imports'
import { commitSent, sendList } from '#test/files/sent-lists'
import { type TestShop, startTestShop } from '#test/harness'
import { undoImport } from '../commit/undo.server.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const send = (source: string, lines: readonly string[], more: Record<string, unknown> = {}) =>
  sendList(
    admin,
    { name: 'list.csv', content: ['brand,part_number,price,stock', ...lines].join('\n') },
    { source, createParts: true, ...more },
  )
const take = async (source: string, lines: readonly string[], more: Record<string, unknown> = {}) =>
  commitSent(admin, (await send(source, lines, more))._id, { allowRemoval: true })

type Part = { id: string; part_number: string; on_hand: number; is_sold: boolean }
const partsOf = async (start: string) =>
  (
    await sql<Part>`select id, part_number, on_hand, archived_at is null as is_sold from tool
      where part_number like ${`${start}%`} order by part_number`.execute(shop.db)
  ).rows
const stockOf = async (start: string) =>
  Object.fromEntries((await partsOf(start)).map(one => [one.part_number, one.is_sold ? one.on_hand : 'archived']))
const kindsOf = async (id: string): Promise<{ code: string; rows: number; value: string }[]> =>
  (await admin.call('GET', `/imports/${id}/problems/kinds`)).body

const ten = (start: string) => Array.from({ length: 10 }, (_, at) => `Acme,${start}-${at},10.00,5`)

describe('parts that the next list of a source lacks', () => {
  it('stay as they are unless somebody says what becomes of them', async () => {
    await take('stays', ten('ST'))
    const next = await take('stays', ten('ST').slice(2))
    expect(next).toMatchObject({ removal: null, problems: 0, notes: 2 })
    expect(await kindsOf(next._id)).toMatchObject([{ code: 'unlisted-kept', rows: 2, value: 'Acme ST-0' }])
    expect(await stockOf('ST')).toMatchObject({ 'ST-0': 5, 'ST-1': 5 })
  })

  it('are none of those that stand alone in their rows as words, as headings do', async () => {
    await take('words', ['Acme,WORDY,10.00,5', ...ten('WO')])
    const next = await send('words', [',WORDY,,', ',BRAKES,,', ...ten('WO')], { unlisted: 'archived' })
    expect(next).toMatchObject({ removal: null, counts: { part: { leftOut: 2, refused: 0 } } })
  })

  it('go out of stock but for what orders hold, told one by one, and come back with an undo', async () => {
    await take('stocked', ten('OS'))
    const customer = await createPerson(shop)
    const [first] = await partsOf('OS')
    await placeOrder(customer, first?.id ?? '', 2)
    const before = await catalogueNow(importerOf(shop))
    const staged = await send('stocked', ten('OS').slice(2), { unlisted: 'out-of-stock' })
    expect(staged).toMatchObject({
      removal: { rows: 2, of: 10, unlisted: 'out-of-stock' },
      asksForRemoval: false,
      // They are no rows of the list.
      counts: { part: { unchanged: 8, changed: 0, removed: 0 } },
    })
    expect(await kindsOf(staged._id)).toMatchObject([{ code: 'unlisted-out-of-stock', rows: 2, value: 'Acme OS-0' }])
    const done = await commitSent(admin, staged._id)
    expect(await stockOf('OS')).toMatchObject({ 'OS-0': 2, 'OS-1': 0, 'OS-2': 5 })
    await undoImport(shop.system, done._id)
    expect(await catalogueNow(importerOf(shop))).toEqual(before)
  })

  it('leave the shop where that was said, and are asked for above twenty percent', async () => {
    await take('archived', ten('AR'))
    const staged = await send('archived', ten('AR').slice(3), { unlisted: 'archived' })
    expect(staged).toMatchObject({
      removal: { rows: 3, of: 10 },
      asksForRemoval: true,
      counts: { part: { removed: 3 } },
    })
    const refused = await admin.call('POST', `/imports/${staged._id}/commit`, {})
    expect(refused).toMatchObject({ status: 409, body: { code: 'import-removes-too-much' } })
    await commitSent(admin, staged._id, { allowRemoval: true, removes: 3 })
    expect(await stockOf('AR')).toMatchObject({ 'AR-0': 'archived', 'AR-2': 'archived', 'AR-3': 5 })
    // What has gone is not asked for again.
    expect((await send('archived', ten('AR').slice(3), { unlisted: 'archived' })).removal).toBeNull()
  })

  it('are not those of rows that were refused, whatever is wrong with them, and not those of other sources', async () => {
    await take('refused', ten('RR'))
    await take('another', ['Acme,RR-X,10.00,5'])
    const wounded = ['Acme,RR-0,auf Anfrage,5', 'Acme,RR-1,10.00,many', 'Acme,RR-2,10.00,5', 'Acme,RR-2,11.00,5']
    const staged = await send('refused', [...wounded, ...ten('RR').slice(3, 9)], { unlisted: 'out-of-stock' })
    expect(staged.removal).toMatchObject({ rows: 1 })
    await commitSent(admin, staged._id)
    expect(await stockOf('RR')).toMatchObject({ 'RR-0': 5, 'RR-1': 5, 'RR-2': 5, 'RR-9': 0, 'RR-X': 5 })
  })

  it('are not known where a row names no part that can be read: then all stay, and it is told', async () => {
    await take('nameless', ten('NN'))
    const lines = [...ten('NN').slice(3), 'Acme,4.00638E+12,10.00,5', 'Acme,NN-2,10.00,5,6,7']
    const staged = await send('nameless', lines, { unlisted: 'archived' })
    expect(staged.removal).toBeNull()
    expect((await kindsOf(staged._id)).map(({ code }) => code)).toContain('unlisted-unknown')
    await commitSent(admin, staged._id)
    expect(Object.values(await stockOf('NN'))).toEqual(Array.from({ length: 10 }, () => 5))
  })

  it('are found by whatever way the list writes their number, and by the shop’s present one', async () => {
    await take('written', ['Acme,WR 1/A,10.00,5', 'Acme,WR-2,10.00,5', ...ten('WR')])
    await sql`update tool set part_number = 'WR-NEW', version = version + 1 where part_number = 'WR-2'
      and id in (select tool_id from source_part)`.execute(shop.db)
    const staged = await send('written', ['acme,wr-1-a,10.00,5', 'Acme,WR-NEW,10.00,5', ...ten('WR').slice(3)], {
      unlisted: 'out-of-stock',
    })
    expect((await kindsOf(staged._id)).map(({ value }) => value)).not.toContain('Acme WR 1/A')
  })

  it('are taken back by whoever undoes the first list: the source has none then', async () => {
    const first = await take('undone', ten('UN'))
    await undoImport(shop.system, first._id)
    expect((await send('undone', ['Acme,UN-X,10.00,5'], { unlisted: 'archived' })).removal).toBeNull()
  })

  it('are worked out anew where the shop has changed since the preview', async () => {
    await take('anew', ten('AN'))
    const staged = await send('anew', ten('AN').slice(1), { unlisted: 'archived' })
    await sql`update tool set archived_at = now(), version = version + 1 where part_number = 'AN-0'`.execute(shop.db)
    expect(await commitSent(admin, staged._id)).toMatchObject({ state: 'committed', failure: null, removal: null })
  })
})

describe('a part that a list has twice', () => {
  it.each([
    ['first', undefined, 1000, 'part-twice'],
    ['first', 'first', 1000, 'part-twice'],
    ['last', 'last', 1200, 'part-twice-last'],
  ])('is taken from its %s row where %s is said, and told', async (_, twice, price, code) => {
    const part = `TW-${twice ?? 'none'}`
    const lines = [`Acme,${part},10.00,1`, `Acme,${part},11.00,2`, `Acme,${part},12.00,3`]
    const done = await take(`twice ${part}`, lines, twice ? { twice } : {})
    expect(await kindsOf(done._id)).toMatchObject([{ code, rows: 2 }])
    const { rows } = await sql`select price from tool where part_number = ${part}`.execute(shop.db)
    expect(rows).toEqual([{ price }])
  })
})
