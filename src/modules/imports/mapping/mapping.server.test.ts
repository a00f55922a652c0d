import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson } from '#test/factories'
import { commitSent, sendList } from '#test/files/sent-lists'
import { type TestShop, startTestShop } from '#test/harness'
import { workbookOf } from '#test/tables/workbooks'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const read = (content: string, more: Record<string, unknown>) => sendList(admin, { name: 'list.csv', content }, more)
const commit = (id: string) => commitSent(admin, id)
const changesOf = async (id: string) => (await admin.call('GET', `/imports/${id}/changes`)).body
const profiles = async () => (await admin.call('GET', '/imports/profiles')).body

const mapping = {
  columns: [
    { head: 'Art.-Nr.', column: 'part_number' },
    { head: 'Bezeichnung', column: 'name' },
    { head: 'EK', column: 'price' },
    { head: 'VK', column: '' },
    { head: 'Bestand', column: 'stock' },
  ],
  fixed: [{ column: 'brand', value: 'Kugelwerk' }],
  meanings: [{ column: 'stock', text: '>100', means: '100' }],
  priceTimes: '1.35',
}
const list = (...rows: string[]) => ['Art.-Nr.;Bezeichnung;EK;VK;Bestand', ...rows].join('\n')
const as = { source: 'Kugelwerk list', mapping, createParts: true }

describe('a mapped list', () => {
  it('shows what each part becomes, goes in, and is read alike the next time', async () => {
    const first = await read(list('KW-1;Nabe;10,00;99,00;>100', 'KW-2;Lager;1.204,50;99,00;3'), as)
    expect(first).toMatchObject({ state: 'staged', problems: 0, counts: { part: { added: 2 } } })
    const [hub, bearing] = await changesOf(first._id)
    expect(hub).toMatchObject({ part: 'Kugelwerk KW-1', name: 'Nabe', isNew: true })
    expect(hub.changes).toEqual([
      { column: 'name', was: '', becomes: 'Nabe' },
      { column: 'price', was: '', becomes: '13.50' },
      { column: 'stock', was: '', becomes: '100' },
    ])
    expect(bearing.changes).toContainEqual({ column: 'price', was: '', becomes: '1626.08' })
    expect((await commit(first._id)).state).toBe('committed')
    expect(await changesOf(first._id)).toEqual([])

    const [profile, ...others] = await profiles()
    expect(others).toEqual([])
    const asked = { createParts: true, createCategories: false, createAttributes: false }
    expect(profile).toEqual({ source: 'Kugelwerk list', mapping, ...asked })
    const { source, mapping: kept } = profile
    const next = await read(list('KW-1;Nabe;12,00;99,00;>100', 'KW-2;Lager;1.204,50;99,00;3'), {
      source,
      mapping: kept,
    })
    expect(next.counts.part).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await changesOf(next._id)).toEqual([
      {
        part: 'Kugelwerk KW-1',
        name: 'Nabe',
        isNew: false,
        changes: [{ column: 'price', was: '13.50', becomes: '16.20' }],
      },
    ])
  })

  it('is refused whole where a mapped column is missing, and then is no profile', async () => {
    const other = await read('Art.-Nr.;Bezeichnung;Preis;Bestand\nKW-1;Nabe;12,00;3', { ...as, source: 'Another' })
    expect(other).toMatchObject({ state: 'failed' })
    expect(other.failure).toMatch(/not all the columns that were mapped/)
    expect((await profiles()).map(({ source }: { source: string }) => source)).toEqual(['Kugelwerk list'])
  })

  it('is kept with the sheet of the workbook that was chosen', async () => {
    const rows = [
      ['Art.-Nr.', 'Bezeichnung', 'EK', 'VK', 'Bestand'],
      ['KW-9', 'Ring', '1,00', '2,00', '3'],
    ]
    const sheets = [
      { name: 'Deckblatt', rows: [['Kugelwerk GmbH']] },
      { name: 'Preise', rows },
    ]
    const content = new Uint8Array(workbookOf(sheets))
    const more = { ...as, source: 'Kugelwerk workbook', sheet: 'Preise' }
    const row = await sendList(admin, { name: 'list.xlsx', content }, more)
    expect(row).toMatchObject({ state: 'staged', counts: { part: { added: 1 } } })
    expect((await profiles())[0]).toMatchObject({ source: 'Kugelwerk workbook', sheet: 'Preise' })
  })

  it('shows no change of parts that are refused', async () => {
    const row = await read(list('KW-3;Neu;0,00;;1', 'KW-1;Nabe neu;12,00;;2'), as)
    expect((await changesOf(row._id)).map(({ part }: { part: string }) => part)).toEqual(['Kugelwerk KW-1'])
  })

  it.each([
    [{ columns: [] }, 'Say which column has the part numbers.'],
    [{ ...mapping, priceTimes: '0' }, 'Use a number above 0'],
    [
      {
        ...mapping,
        columns: [
          { head: 'A', column: 'part_number' },
          { head: '\0', column: '' },
        ],
      },
      'broken character',
    ],
  ])('is not begun with %j', async (wrong, sentence) => {
    const answer = await admin.call('POST', '/imports', {
      files: [{ upload: crypto.randomUUID(), name: 'a' }],
      mapping: wrong,
    })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(sentence)
  })
})
