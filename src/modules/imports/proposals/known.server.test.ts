import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, sourceOf } from '#kernel/tables/read-table'
import { type Person, createPerson } from '#test/factories'
import { commitSent, sendList } from '#test/files/sent-lists'
import { type TestShop, startTestShop } from '#test/harness'
import { knownLists, ownList } from '#test/tables/known-lists'
import { numbersToAsk, proposeColumns } from './propose.rules.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
  const own = await sendList(admin, { name: 'own.csv', content: ownList }, { createParts: true })
  expect((await commitSent(admin, own._id)).state).toBe('committed')
})
afterAll(() => shop.close())

const count = (columns: unknown) => admin.call('POST', '/imports/known-numbers', { columns })
const none = { own: 0, oem: 0, interchange: 0, gtin: 0 }

describe('numbers that the shop knows', () => {
  it.each([
    ['KW-1001', { ...none, own: 1 }],
    ['kw 1001', { ...none, own: 1 }],
    ['Kugelwerk KW1001', { ...none, own: 1 }],
    ['04465 02220', { ...none, oem: 1 }],
    ['MX889A', { ...none, interchange: 1 }],
    ['04006381333931', { ...none, gtin: 1 }],
    ['4711', { ...none, own: 1 }],
    // It may be an amount, and is no number of the shop without doubt.
    ['47.11', none],
    ['04465.02220', none],
    ['KW-100', none],
    ['Radlager', none],
  ])('%j: %j', async (cell, kinds) => expect((await count([[cell]])).body).toEqual([{ asked: 1, ...kinds }]))

  it('are counted by column, and only of parts on sale', async () => {
    const columns = [['KW-1001', 'KW-1002', 'X-1'], [], ['MX 890-A']]
    const counted = [
      { asked: 3, ...none, own: 2 },
      { asked: 0, ...none },
      { asked: 1, ...none, interchange: 1 },
    ]
    expect((await count(columns)).body).toEqual(counted)
    await sql`update tool set archived_at = now() where part_number = 'KW-1002'`.execute(shop.db)
    expect((await count(columns)).body).toMatchObject([{ own: 1 }, {}, { interchange: 0 }])
    await sql`update tool set archived_at = null where part_number = 'KW-1002'`.execute(shop.db)
  })

  it.each([
    [[Array.from({ length: 101 }, (_, n) => `KW-${n}`)], 'Send at most 100 cells of a column.'],
    [Array.from({ length: 41 }, () => ['KW-1']), 'Send at most 40 columns.'],
    [[['']], 'Leave empty cells out.'],
    [{ 0: 'KW-1' }, 'columns'],
  ])('are not counted of too many', async (columns, sentence) => {
    const { status, body } = await count(columns)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(sentence)
  })
})

describe.each(knownLists)('a supplier’s list: $name', ({ text, columns }) => {
  const euros = { currency: 'eur', locale: 'en' }

  it('is proposed by the numbers in it, and is another without them', async () => {
    const bytes = new TextEncoder().encode(text)
    const opened = await openTable(sourceOf(bytes, () => Promise.reject(new Error('no workbook'))))
    const rows = (await Array.fromAsync(opened.rows())).flat()
    const cells = numbersToAsk(rows, euros)
    const { body: counts } = await count([...cells.values()])
    const countsOf = new Map([...cells.keys()].map((place, at) => [place, counts[at]]))
    const proposed = (proposal: ReturnType<typeof proposeColumns>) =>
      Object.fromEntries(proposal?.columns.flatMap(({ head, column }) => (column === '' ? [] : [[head, column]])) ?? [])
    const proposal = proposeColumns(rows, euros, countsOf)
    expect(proposed(proposal)).toEqual(columns)
    expect(proposal?.columns.find(({ column }) => column === 'part_number')?.by).toBe('shop')
    expect(proposed(proposeColumns(rows, euros))).not.toEqual(columns)
  })
})
