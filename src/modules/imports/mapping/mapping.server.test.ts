import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson } from '#test/factories'
import { commitSent, sendFile, sendList } from '#test/files/sent-lists'
import { type TestShop, startTestShop } from '#test/harness'
import { bytesIn } from '#test/tables/letters'
import { inFormat, workbookOf } from '#test/tables/workbooks'
import { undoImport } from '../commit/undo.server.ts'

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
      { column: 'brand', was: '', becomes: 'Kugelwerk' },
      { column: 'name', was: '', becomes: 'Nabe' },
      { column: 'price', was: '', becomes: '13.50' },
      { column: 'stock', was: '', becomes: '100' },
    ])
    expect(bearing.changes).toContainEqual({ column: 'price', was: '', becomes: '1626.08' })
    expect((await commit(first._id)).state).toBe('committed')
    expect(await changesOf(first._id)).toEqual([])

    const [profile, ...others] = await profiles()
    expect(others).toEqual([])
    const additions = { createParts: true, createCategories: false, createAttributes: false }
    expect(profile).toEqual({ source: 'Kugelwerk list', file: 'list.csv', mapping, ...additions })
    const { source, mapping: stored } = profile
    const next = await read(list('KW-1;Nabe;12,00;99,00;>100', 'KW-2;Lager;1.204,50;99,00;3'), {
      source,
      mapping: stored,
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

  it('in another currency is converted, refuses rows of others, and keeps the rate with the day on which it was said', async () => {
    const columns = [
      { head: 'Nr', column: 'part_number' },
      { head: 'Preis', column: 'price' },
      { head: 'UVP', column: 'list_price' },
      { head: 'WKZ', column: '' },
    ]
    const content = [
      'Nr;Preis;UVP;WKZ',
      'KE-1;10,00;20,00;EUR',
      'KE-2;€ 3,333;4,00;',
      'KE-3;3,33;4,00;',
      'KE-4;10,00;;USD',
      'KE-5;CHF 10,00;;',
      'KE-6;10,00;20,00;chf',
    ].join('\n')
    const listMapping = { columns, priceTimes: '1.5', currency: { code: 'eur', rate: '1.085' } }
    const as = { source: 'Kugelwerk euros', createParts: true }
    const row = await read(content, { ...as, mapping: listMapping })
    const saidOn = new Date().toISOString().slice(0, 10)
    expect(row).toMatchObject({
      state: 'staged',
      currency: { code: 'eur', rate: '1.085', saidOn, into: 'usd' },
      counts: { part: { added: 2, refused: 4 } },
    })
    expect((await changesOf(row._id)).map(({ changes }: { changes: unknown }) => changes)).toEqual([
      [
        { column: 'price', was: '', becomes: '16.28' },
        { column: 'list_price', was: '', becomes: '21.70' },
      ],
      [
        { column: 'price', was: '', becomes: '5.42' },
        { column: 'list_price', was: '', becomes: '4.34' },
      ],
    ])
    const { body: problems } = await admin.call('GET', `/imports/${row._id}/problems`)
    expect(problems.map(({ line, code, value }: Record<string, unknown>) => [line, code, value])).toEqual([
      [3, 'too-many-decimals', '€ 3,333'],
      [5, 'row-currency', 'USD'],
      [6, 'row-currency', 'CHF 10,00'],
      [7, 'row-currency', 'chf'],
    ])
    const dated = { ...listMapping, currency: { ...listMapping.currency, saidOn, into: 'usd' } }
    expect((await profiles())[0]).toMatchObject({ source: 'Kugelwerk euros', mapping: dated })

    const stored = { ...listMapping, currency: { ...listMapping.currency, saidOn: '2026-01-02' } }
    const next = await read(content, { ...as, mapping: stored })
    expect(next.currency).toEqual({ ...stored.currency, into: 'usd' })
    const other = { ...listMapping, currency: { code: 'chf', rate: '1.1' } }
    const franks = await read('Nr;Preis EUR;UVP;WKZ\nKE-1;10,00;;\n', {
      ...as,
      mapping: { ...other, columns: columns.map(one => (one.head === 'Preis' ? { ...one, head: 'Preis EUR' } : one)) },
    })
    expect(franks.state).toBe('failed')
    expect(franks.failure).toMatch(/another currency than its list.*\(Preis EUR\)/)
    for (const { _id } of [row, next]) await admin.call('POST', `/imports/${_id}/cancel`, {})
  })

  it('in a workbook whose cells show another currency is refused, or converted where that was said', async () => {
    const rows = [
      ['part_number', 'price'],
      ['KF-1', inFormat(10, 1)],
      ['KF-2', inFormat(10, 2)],
      ['KF-3', 10],
    ]
    const content = new Uint8Array(workbookOf([{ name: 'List', rows }], { formats: ['#,##0.00\\ "€"', '$#,##0.00'] }))
    const columns = ['part_number', 'price'].map(column => ({ head: column, column }))
    const pricesOf = async (more: object) => {
      const row = await sendList(admin, { name: 'list.xlsx', content }, { createParts: true, ...more })
      const changes: { part: string; changes: { becomes: string }[] }[] = await changesOf(row._id)
      await admin.call('POST', `/imports/${row._id}/cancel`, {})
      return changes.map(({ part, changes }) => [part, changes[0]?.becomes])
    }
    expect(await pricesOf({})).toEqual([
      ['KF-2', '10.00'],
      ['KF-3', '10.00'],
    ])
    expect(await pricesOf({ mapping: { columns, currency: { code: 'eur', rate: '1.08' } } })).toEqual([
      ['KF-1', '10.80'],
      ['KF-3', '10.80'],
    ])
  })

  it.each([
    [{ code: 'usd', rate: '1.08' }, 'code', 'the shop’s own currency. Leave it out'],
    [{ code: 'eur', rate: '0.85', into: 'gbp' }, 'rate', 'This rate is in GBP. Say what one EUR is in USD now.'],
  ])('is not begun in %j', async (currency, field, sentence) => {
    const answer = await admin.call('POST', '/imports', {
      files: [await sendFile(admin, { name: 'list.csv', content: 'Nr\nKE-1\n' })],
      mapping: { columns: [{ head: 'Nr', column: 'part_number' }], currency },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([
      { field: `mapping.currency.${field}`, message: expect.stringContaining(sentence) },
    ])
  })

  it('is refused whole where a mapped column is missing, and then is no profile', async () => {
    const other = await read('Art.-Nr.;Bezeichnung;Preis;Bestand\nKW-1;Nabe;12,00;3', { ...as, source: 'Another' })
    expect(other).toMatchObject({ state: 'failed' })
    expect(other.failure).toMatch(/not all the columns that were mapped/)
    expect((await profiles()).map(({ source }: { source: string }) => source)).not.toContain('Another')
  })

  it('stands behind those that went in where every list of its source was discarded', async () => {
    const sources = async () => (await profiles()).map(({ source }: { source: string }) => source)
    const row = await read('Art.-Nr.;Bezeichnung;EK;VK;Bestand\nKW-1;Nabe;1,00;12,00;3', { ...as, source: 'Discarded' })
    expect((await sources())[0]).toBe('Discarded')
    await admin.call('POST', `/imports/${row._id}/cancel`)
    expect((await sources()).slice(0, 2)).toEqual(['Kugelwerk list', 'Discarded'])
  })

  it('is kept with whether the list is all that its source has', async () => {
    await read(list('KW-8;Ring;1,00;2,00;3'), { ...as, source: 'Kugelwerk whole', full: true })
    expect((await profiles())[0]).toMatchObject({ source: 'Kugelwerk whole', full: true })
  })

  it('that is named as the shop names columns is kept beside a mapped one, with the name of its file', async () => {
    const own = { source: 'Kugelwerk own', createParts: true, unlisted: 'out-of-stock', brand: 'Kugelwerk' }
    const send = () => read('part_number,name,price\nKW-9,Bolzen,2.00', own)
    await read(list('KW-9;Bolzen;1,00;2,00;3'), { ...as, source: 'Kugelwerk own' })
    await send()
    const [profile, ...others] = await profiles()
    expect(profile).toMatchObject({ ...own, file: 'list.csv', createAttributes: false })
    expect(profile).not.toHaveProperty('mapping')
    expect(others.find(({ source }: { source: string }) => source === own.source)).toMatchObject({ mapping })
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

  it('is kept with what was said of its letters', async () => {
    const content = bytesIn('windows-1250', list('KW-8;Řemen;1,00;2,00;3'))
    const more = { ...as, source: 'Kugelwerk letters', encoding: 'windows-1250' }
    const row = await sendList(admin, { name: 'list.csv', content }, more)
    expect((await changesOf(row._id))[0]).toMatchObject({ name: 'Řemen' })
    expect((await profiles())[0]).toMatchObject({ source: 'Kugelwerk letters', encoding: 'windows-1250' })
  })

  it('of numbers and prices alone puts new parts into the category that is said of it, which is made and goes with undo', async () => {
    const columns = ['part_number', 'price'].map(column => ({ head: column, column }))
    const fixed = [{ column: 'category', value: 'Hubs' }]
    const more = { createParts: true, createCategories: true, mapping: { columns, fixed } }
    const row = await read('part_number,price\nKC-1,5\n', more)
    expect((await changesOf(row._id)).flatMap(({ changes }: { changes: unknown }) => changes)).toContainEqual({
      column: 'category',
      was: '',
      becomes: 'Hubs',
    })
    const called = async () =>
      (await sql<{ name: string }>`select name from category where name = 'Hubs'`.execute(shop.system.db)).rows.map(
        ({ name }) => name,
      )
    expect(await called()).toEqual([])
    expect((await commit(row._id)).state).toBe('committed')
    expect(await called()).toEqual(['Hubs'])
    await undoImport(shop.system, row._id)
    expect(await called()).toEqual([])
  })

  it('is told which words nobody has said a meaning of, and which figures are none', async () => {
    const rows = list('KW-5;A;auf Anfrage;;4', 'KW-6;B;1,00;;auf Lager', 'KW-7;C;1,00;;1.5', 'KW-8;D;1,00;;>100')
    const { _id } = await read(rows, { ...as, source: 'Kugelwerk words' })
    const { body } = await admin.call('GET', `/imports/${_id}/problems`)
    expect(body.map(({ code, field, value }: Record<string, string>) => [code, field, value])).toEqual([
      ['word-unsaid', 'price', 'auf Anfrage'],
      ['word-unsaid', 'stock', 'auf Lager'],
      ['number-expected', 'stock', '1.5'],
    ])
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

it('says of a word that it means no price: a part keeps the one that it has, and a new one is left out with its numbers', async () => {
  const columns = ['Nr', 'Preis', 'OE', 'Nachfolger'].map((head, at) => ({
    head,
    column: ['part_number', 'price', 'oem', 'successor'][at],
  }))
  const content = (...rows: string[]) => ['Nr;Preis;OE;Nachfolger', ...rows, ''].join('\n')
  const meanings = [{ column: 'price', text: 'auf Anfrage', means: '' }]
  const as = { source: 'On request', createParts: true, mapping: { columns, meanings } }
  const first = await read(content('AA-1;5,00;;', 'AA-2;auf Anfrage;111;', 'Summe;5,00;;'), as)
  expect(first).toMatchObject({ state: 'staged', problems: 0, notes: 2 })
  expect(first.files[0].refused).toBeUndefined()
  expect(first.counts).toMatchObject({
    part: { added: 1, leftOut: 2, refused: 0 },
    number: { added: 0, leftOut: 1, refused: 0 },
  })
  expect(await commit(first._id)).toMatchObject({ state: 'committed', problems: 0, notes: 2 })

  // What is empty was forgotten, and nothing but rows without a price is nothing.
  const next = await read(content('AA-1;Auf Anfrage;222;', 'AA-2;auf Anfrage;;AA-3', 'AA-3;;;'), as)
  expect(next.counts).toMatchObject({
    part: { added: 0, changed: 0, unchanged: 1, leftOut: 1, refused: 1 },
    number: { added: 1, leftOut: 1, refused: 0 },
  })
  const { body: problems } = await admin.call('GET', `/imports/${next._id}/problems`)
  expect(problems.map(({ line, code, isNote }: Record<string, unknown>) => [line, code, isNote])).toEqual([
    [3, 'price-none', true],
    [4, 'price-missing', false],
  ])
  await commit(next._id)
  expect(await read(content('AA-2;auf Anfrage;;'), as)).toMatchObject({ state: 'refused', problems: 0, notes: 1 })
  const alone = { ...as, mapping: { columns: columns.slice(0, 2), meanings } }
  const prices = await read('Nr;Preis\nAA-1;auf Anfrage\nAA-2;auf Anfrage\n', alone)
  expect(prices.counts.part).toMatchObject({ unchanged: 1, leftOut: 1, refused: 0 })
})
