import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headLanguages } from '#kernel/tables/column-heads'
import { type FileFormat, fileFormats } from '#kernel/tables/written-files'
import { type Person, createPerson, createTool } from '#test/factories'
import { createNumberedTool } from '#test/files/prices'
import { type TestShop, startTestShop } from '#test/harness'
import { exportPieces } from './export.server.ts'

/** What a price list exports, it reads as what it has: as each format, plain and in each language. */

/** Beside the languages of heads: one with a decimal comma of which no heads are known, and one that writes as programs do. */
const languages = [undefined, ...headLanguages, 'sv', 'zh-CN', 'de-CH'] as const

type Entry = { tiers: { from: number; price: string }[]; minimum?: number; multiple?: number }

/** In minor units, so that they are amounts of any currency; some of them could be read in two ways. */
const entries: [number: string, brand: string | undefined, entry: (price: (minor: number) => string) => Entry][] = [
  ["'007", 'Halden', price => ({ tiers: [1, 10, 1000].map((from, at) => ({ from, price: price(123_456 - at) })) })],
  ['1E5', '=O\'Hara; "x"', price => ({ tiers: [{ from: 1, price: price(1234) }], minimum: 48, multiple: 24 })],
  ['12.500', undefined, price => ({ tiers: [{ from: 1, price: price(12_500) }], minimum: 1_000_000 })],
  ['Mar-04', undefined, price => ({ tiers: [{ from: 7, price: price(1) }], multiple: 5 })],
  ['0815', undefined, price => ({ tiers: [{ from: 1, price: price(1_234_567_000) }] })],
  // The same number, once with a brand and once without; and others that differ by capitals or a sign alone.
  ['0815', 'Aeris', price => ({ tiers: [{ from: 2, price: price(125) }] })],
  ['BM-88', undefined, price => ({ tiers: [{ from: 1, price: price(1000) }] })],
  ['bm88', undefined, price => ({ tiers: [{ from: 1, price: price(999_000) }] })],
]

async function fill(shop: TestShop, staff: Person, decimals: number): Promise<string> {
  const price = (minor: number) => (minor / 10 ** decimals).toFixed(decimals)
  const list = await staff.call('POST', '/price-lists', { name: 'All kinds', gross: false, audience: 'everyone' })
  const id: string = list.body.insertedId
  for (const [number, brand, entryOf] of entries) {
    const tool = await createNumberedTool(shop, number, brand)
    expect(await staff.call('PUT', `/price-lists/${id}/entries/${tool}`, entryOf(price))).toMatchObject({ status: 200 })
  }
  return id
}

type Written = { format: FileFormat; language: string | undefined }

async function bytesOf(shop: TestShop, { staff, list }: Sold, { format, language }: Written): Promise<Uint8Array> {
  const path = `/api/price-lists/${list}/file/${format === 'csv' ? 'csv' : 'workbook'}`
  const query = language === undefined ? '' : `?language=${language}`
  const answer = await fetch(`${shop.address}${path}${query}`, { headers: { authorization: `Bearer ${staff.token}` } })
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

type Sold = { staff: Person; list: string }

/** Writes a list, and says what its file would do to it. */
async function again(shop: TestShop, sold: Sold, written: Written) {
  const form = new FormData()
  form.set('prices', new Blob([(await bytesOf(shop, sold, written)) as BlobPart]), `prices.${written.format}`)
  return (await sold.staff.call('POST', `/price-lists/${sold.list}/file/preview`, form)).body
}

const unchanged = { rows: 10, added: 0, changed: 0, unchanged: entries.length, refused: 0, problems: [] }

let shop: TestShop
let sold: Sold
beforeAll(async () => {
  shop = await startTestShop()
  const staff = await createPerson(shop, 'manager')
  sold = { staff, list: await fill(shop, staff, 2) }
})
afterAll(() => shop.close())

describe.each(fileFormats)('the prices of a list as %s', format => {
  it.each(languages)('in the language %s change nothing when they are read again', async language => {
    expect(await again(shop, sold, { format, language })).toEqual(unchanged)
  })
})

describe.each([
  ['no decimals', 'jpy', 'en', 0],
  ['three decimals', 'kwd', 'en', 3],
  ['three decimals, and a comma before them', 'kwd', 'de', 3],
] as const)('in a currency of %s', (_, CURRENCY, LOCALE, decimals) => {
  it('they are read as they were written', async () => {
    const other = await startTestShop({ environment: { CURRENCY, LOCALE } })
    try {
      const staff = await createPerson(other, 'manager')
      const own = { staff, list: await fill(other, staff, decimals) }
      for (const format of fileFormats)
        for (const language of languages)
          expect(await again(other, own, { format, language }), `${format} ${language}`).toEqual(unchanged)
    } finally {
      await other.close()
    }
  })
})

it('has the heads of its language, and the separator that its spreadsheets expect', async () => {
  const linesOf = async (language?: string) =>
    new TextDecoder('utf-8', { ignoreBOM: true })
      .decode(await bytesOf(shop, sold, { format: 'csv', language }))
      .split('\r\n')
  expect((await linesOf()).slice(0, 2)).toEqual([
    '\ufeffbrand,part_number,from,price,minimum,multiple',
    "Halden,''007,1,1234.56,,",
  ])
  const german = await linesOf('de')
  expect(german[0]).toBe('\ufeffMarke;Artikelnummer;Ab Menge;Preis;Mindestmenge;Verpackungseinheit')
  expect(german).toContain("Halden;''007;1000;1234,54;;")
  expect(await linesOf('zh-CN')).toEqual(await linesOf())
})

it.each(['csv', 'workbook'])(
  'a language that is none, or a list that is gone, is refused with a sentence: %s',
  async path => {
    const { staff, list } = sold
    expect(await staff.call('GET', `/price-lists/${list}/file/${path}?language=d_e`)).toMatchObject({ status: 400 })
    const none = `/price-lists/${crypto.randomUUID()}/file/${path}`
    expect(await staff.call('GET', none)).toMatchObject({ status: 404, body: { code: 'price-list-gone' } })
  },
)

it('tells what no row can name, and leaves it out and alone', async () => {
  const { staff } = sold
  const made = await staff.call('POST', '/price-lists', { name: 'Left out', gross: false, audience: 'everyone' })
  const list: string = made.body.insertedId
  const set = async (tool: string, entry: object = { tiers: [{ from: 1, price: 5 }] }) => {
    expect(await staff.call('PUT', `/price-lists/${list}/entries/${tool}`, entry)).toMatchObject({ status: 200 })
    return tool
  }
  const number = (value: string, brand?: string) => createNumberedTool(shop, value, brand)
  await set(await number('NAMED-1', 'Halden'))
  const expected = new Map([
    [await set(await number('OLD-1', 'Halden')), 'archived'],
    [await set(await createTool(shop)), 'no-number'],
    [await set(await number('TWICE-1')), 'number-twice'],
    [await set(await number('LEAST-1', 'Halden'), { tiers: [], minimum: 4 }), 'no-price'],
  ])
  await number('TWICE-1')
  await sql`update tool set archived_at = now() where part_number = 'OLD-1'`.execute(shop.db)
  const { body } = await staff.call('GET', `/price-lists/${list}/file/left-out`)
  expect(body.count).toBe(4)
  expect(new Map(body.first.map(({ tool, why }: { tool: { _id: string }; why: string }) => [tool._id, why]))).toEqual(
    expected,
  )
  const own = { staff, list }
  expect(await again(shop, own, { format: 'csv', language: undefined })).toMatchObject({ rows: 1, unchanged: 1 })
  expect((await staff.call('GET', `/price-lists/${sold.list}/file/left-out`)).body).toEqual({ count: 0, first: [] })
})

it('of a long list are written a page at a time, each of them once', async () => {
  const made = await sold.staff.call('POST', '/price-lists', { name: 'Long', gross: false, audience: 'everyone' })
  const list: string = made.body.insertedId
  await sql`alter table tool disable trigger user`.execute(shop.db)
  await sql`
    insert into tool (id, name, description, price, on_hand, minimum_quantity, part_number)
    select gen_random_uuid(), 'One of a long list', 'x', 1000, 0, 1, 'LONG-' || n from generate_series(1, 12000) n`.execute(
    shop.db,
  )
  await sql`alter table tool enable trigger user`.execute(shop.db)
  await sql`
    insert into price_entry (list_id, tool_id, from_quantities, prices)
    select ${list}, id, '{1,10}', '{900,800}' from tool where name = 'One of a long list'`.execute(shop.db)
  const numbers: string[] = []
  const sizes: number[] = []
  for await (const piece of await exportPieces(shop.system, list, undefined)) {
    const lines = piece.split('\r\n').slice(0, -1)
    sizes.push(lines.length)
    numbers.push(...lines.map(line => line.split(',').slice(1, 3).join(' ')))
  }
  expect(sizes).toEqual([1, 10_000, 10_000, 4000])
  expect(new Set(numbers).size).toBe(24_001)
})
