import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Person, createPerson, createTool } from '#test/factories'
import { eventually } from '#test/eventually'
import { type TestShop, startTestShop } from '#test/harness'
import { createNumberedTool, restedFile, sendFile } from '#test/files/prices'
import { long } from '#test/tiers'

let shop: TestShop
let staff: Person
beforeAll(async () => {
  shop = await startTestShop()
  staff = await createPerson(shop, 'manager')
})
afterAll(() => shop.close())

let made = 0
async function newList(): Promise<string> {
  const { body } = await staff.call('POST', '/price-lists', {
    name: `File ${++made}`,
    gross: false,
    audience: 'everyone',
  })
  return body.insertedId
}
const numbered = (partNumber: string, brand: string) => createNumberedTool(shop, partNumber, brand)
function send(list: string, csv: string, path = '') {
  const form = new FormData()
  form.set('prices', new Blob([csv]), 'prices.csv')
  return staff.call('POST', `/price-lists/${list}/file${path}`, form)
}
const entriesOf = async (list: string) => (await staff.call('GET', `/price-lists/${list}/entries`)).body
const exported = async (list: string) => (await staff.call('GET', `/price-lists/${list}/file`)).body as string[][]
const asFile = (rows: string[][]) =>
  ['brand,part_number,from,price,minimum,multiple', ...rows.map(row => row.join(','))].join('\n')

describe('a file of prices', () => {
  it('is looked at first, goes in as a whole, and changes nothing the second time or when it is exported and comes again', async () => {
    const [tool, other, list] = [
      await numbered('PF-100/A', 'Halden'),
      await numbered('PF 200', 'Aeris'),
      await newList(),
    ]
    const csv =
      '\ufeffBrand;Part Number;From;Price;Minimum;Multiple\nHalden;pf100a;1;20.5;48;24\nHalden;PF-100/A;50;19;;\n;PF 200;;12;;\n'
    const would = { rows: 3, added: 2, changed: 0, unchanged: 0, refused: 0, problems: [] }
    expect((await send(list, csv, '/preview')).body).toEqual(would)
    expect(await entriesOf(list)).toEqual([])
    expect((await send(list, csv)).body).toEqual(would)
    expect(await entriesOf(list)).toMatchObject([
      { tool: { _id: tool }, tiers: [{ from: 1, price: 20.5 }, { from: 50, price: 19 }], minimum: 48, multiple: 24 }, // prettier-ignore
      { tool: { _id: other }, tiers: [{ from: 1, price: 12 }], minimum: null, multiple: null },
    ])
    const again = { ...would, added: 0, unchanged: 2 }
    expect((await send(list, csv)).body).toEqual(again)
    const rows = await exported(list)
    expect((await send(list, asFile(rows))).body).toEqual(again)
    const { rows: trail } = await sql`select action, after from audit where subject_id = ${list} order by id`.execute(
      shop.db,
    )
    expect(trail).toMatchObject([
      { action: 'price-list.added' },
      { action: 'price-list.imported', after: { added: 2, changed: 0 } },
    ])
    // A product that the file names has its prices, and no others.
    expect((await send(list, 'part_number,price\nPF-100/A,18')).body).toMatchObject({ changed: 1 })
    expect((await entriesOf(list))[0]).toMatchObject({ tiers: [{ from: 1, price: 18 }], minimum: 48, multiple: 24 })
  })

  it('with a row that cannot be taken leaves the list alone, and the preview says of each why', async () => {
    await numbered('PX 1', 'Halden')
    await numbered('PX-1', 'Corvane')
    await numbered('PX 2', 'Halden')
    const list = await newList()
    const csv = `part_number,from,price,minimum
PX 2,1,10,
none,1,10,
px1,1,10,
,1,10,
PX 2,1,11,
PX 2,0,11,
PX 2,5,0.001,
PX 2,5,9,3
PX 2,6,8,4
`
    const { body } = await send(list, csv, '/preview')
    expect(body).toMatchObject({ rows: 9, added: 1, refused: 7 })
    expect(body.problems.map(({ line, message }: { line: number; message: string }) => [line, message])).toEqual([
      [3, 'The shop sells nothing with this number.'],
      [4, 'Several products have this number. Say the brand.'],
      [5, 'The part number is missing.'],
      [6, 'Another row has a price for this product from the same quantity on.'],
      [7, 'From, minimum and multiple are whole numbers from 1 to 1,000,000.'],
      [8, 'This amount has more decimals than its currency. Round it. (0.001)'],
      [10, 'Rows of one product say the same minimum and multiple, or leave them empty.'],
    ])
    expect(await send(list, csv)).toMatchObject({
      status: 409,
      body: { code: 'price-file-refused', details: { rows: 7 } },
    })
    expect(await entriesOf(list)).toEqual([])
  })

  it('without a brand means the product that has none and is spelled so, beside one of a brand', async () => {
    const bare = (partNumber: string) => createNumberedTool(shop, partNumber)
    const [own, list] = [await bare('BARE 1'), await newList()]
    await numbered('BARE 1', 'Halden')
    expect((await send(list, 'brand,part_number,price\n,BARE 1,10\n')).body).toMatchObject({ added: 1, refused: 0 })
    expect(await entriesOf(list)).toMatchObject([{ tool: { _id: own } }])
    expect((await send(list, asFile(await exported(list)))).body).toMatchObject({ unchanged: 1, refused: 0 })
    // Spelled otherwise it may be either; and of two that have no brand neither is guessed.
    expect((await send(list, 'part_number,price\nbare1,9\n', '/preview')).body).toMatchObject({ refused: 1 })
    await bare('BARE 1')
    expect((await send(list, 'part_number,price\nBARE 1,9\n', '/preview')).body).toMatchObject({ refused: 1 })
  })

  it.each([
    ['brand,price\nX,1', 'prices', /^The first row must name the columns. It needs part_number and price/],
    ['part_number,price', 'prices', /^This file has no rows/],
    ['part_number,price,price\nX,1,1', 'prices', /^Two columns have the same name/],
    ['part_number,price\nX,1.500', 'decimalSign', /^The amounts of this file can be read in two ways/],
  ])('that cannot be read, or in two ways, is refused as a whole: %j', async (csv, field, sentence) => {
    const { status, body } = await send(await newList(), csv)
    expect(status).toBe(field === 'prices' ? 400 : 422)
    expect(body.errors).toEqual([{ field, message: expect.stringMatching(sentence) }])
  })

  const sentTwiceAtOnce = async (parts: number) => {
    const many = `MANY-${parts}-`
    await sql`alter table tool disable trigger user`.execute(shop.db)
    await sql`
      insert into tool (id, name, description, price, on_hand, minimum_quantity, part_number)
      select gen_random_uuid(), ${many}, 'x', 1000, 0, 1, ${many}::text || n from generate_series(1, ${parts}::integer) n`.execute(
      shop.db,
    )
    await sql`
      insert into part_number (tool_ordinal, kind, value)
      select ordinal, 'own', part_number from tool where name = ${many}`.execute(shop.db)
    await sql`alter table tool enable trigger user`.execute(shop.db)
    await sql`analyze`.execute(shop.db)
    const lines = Array.from({ length: parts }, (_, at) => `${many}${at + 1},1,9.99\n${many}${at + 1},10,8.5`)
    const csv = ['part_number,from,price', ...lines, ''].join('\n')
    const list = await newList()
    const answers = await Promise.all([send(list, csv), send(list, csv)])
    return answers
      .map(({ status, body: { added, unchanged } }) => ({ status, added, unchanged }))
      .toSorted((one, other) => one.added - other.added)
  }
  const onceOf = (parts: number) => [0, parts].map(added => ({ status: 200, added, unchanged: parts - added }))

  it('that comes twice at once goes in once, one after the other', async () => {
    expect(await sentTwiceAtOnce(1000)).toEqual(onceOf(1000))
  })

  it('of 100,000 rows goes in as any other, twice at once', { timeout: 180_000, ...long }, async () => {
    expect(await sentTwiceAtOnce(50_000)).toEqual(onceOf(50_000))
  })
})

describe('a file that is looked at first', () => {
  const rest = ({ status, body }: Answer) => restedFile(staff, { status, body })
  const sendToKeep = async (list: string, csv: string, query = '') => rest(await sendFile(staff, { list, csv, query }))
  const commit = async (file: string) => rest(await staff.call('POST', `/price-files/${file}/commit`))
  const undo = async (file: string) => rest(await staff.call('POST', `/price-files/${file}/undo`))
  /** Without versions: what the list says of its products. */
  const pricesOf = async (list: string) =>
    (await entriesOf(list)).map(({ tool, tiers, minimum, multiple }: Record<string, { _id: string }>) => ({
      tool: tool?._id,
      tiers,
      minimum,
      multiple,
    }))

  let same: string
  let changed: string
  let leaving: string
  let coming: string
  beforeAll(async () => {
    ;[same, changed, leaving, coming] = [
      await numbered('KEEP-1', 'Halden'),
      await numbered('CHANGE-1', 'Halden'),
      await numbered('LEAVE-1', 'Halden'),
      await numbered('COME-1', 'Halden'),
    ]
  })
  async function listWithThree(): Promise<string> {
    const list = await newList()
    await send(list, 'part_number,from,price\nKEEP-1,1,10\nCHANGE-1,1,20\nCHANGE-1,5,18\nLEAVE-1,1,30\n')
    return list
  }
  const file = 'part_number,from,price,minimum\nKEEP-1,1,10,\nCHANGE-1,1,21,4\nCOME-1,1,40,\n'

  it('says of each product what it does, goes in once, and is taken back as it was', async () => {
    const list = await listWithThree()
    const before = await pricesOf(list)
    const { body } = await sendToKeep(list, file, '&replaces=yes')
    expect(body).toMatchObject({
      state: 'planned',
      rows: 3,
      added: 1,
      changed: 1,
      removed: 1,
      unchanged: 1,
      refused: 0,
    })
    expect(await pricesOf(list)).toEqual(before)
    const entries = (await staff.call('GET', `/price-files/${body._id}/entries`)).body
    expect(new Map(entries.map((entry: { tool: { _id: string } }) => [entry.tool._id, entry]))).toEqual(
      new Map([
        [
          changed,
          expect.objectContaining({
            effect: 'changed',
            before: {
              tiers: [
                { from: 1, price: 20 },
                { from: 5, price: 18 },
              ],
              minimum: null,
              multiple: null,
            },
            after: { tiers: [{ from: 1, price: 21 }], minimum: 4, multiple: null },
          }),
        ],
        [leaving, expect.objectContaining({ effect: 'removed', after: null })],
        [coming, expect.objectContaining({ effect: 'added', before: null })],
      ]),
    )
    const answers = await Promise.all([commit(body._id), commit(body._id)])
    expect(answers.map(({ status, body }) => [status, body.state])).toEqual([
      [200, 'committed'],
      [200, 'committed'],
    ])
    const { rows } =
      await sql`select from audit where action = 'price-list.imported' and after ->> 'file' = ${body._id}`.execute(
        shop.db,
      )
    expect(rows).toHaveLength(1)
    expect((await pricesOf(list)).map(({ tool }: { tool: string }) => tool)).toEqual([same, changed, coming])
    const undone = await Promise.all([undo(body._id), undo(body._id)])
    expect(undone.map(({ body }) => [body.state, body.leftAlone])).toEqual([
      ['undone', 0],
      ['undone', 0],
    ])
    expect(await pricesOf(list)).toEqual(before)
    expect((await commit(body._id)).body.code).toBe('price-file-not-ready')
  })

  it('without a word of it leaves products that it does not name in the list', async () => {
    const list = await listWithThree()
    const { body } = await sendToKeep(list, file)
    expect(body).toMatchObject({ added: 1, changed: 1, removed: 0, unchanged: 1 })
    await commit(body._id)
    expect(await pricesOf(list)).toHaveLength(4)
  })

  it('that a list exports and has replaced by takes out nothing: what no file can name stays', async () => {
    const list = await newList()
    const set = (tool: string, entry: object) => staff.call('PUT', `/price-lists/${list}/entries/${tool}`, entry)
    const priced = { tiers: [{ from: 1, price: 10 }] }
    const tools = [same, await numbered('LEAST-1', 'Halden'), await numbered('OLD-1', 'Halden'), await createTool(shop)]
    const [, least, archived, unnumbered] = tools as [string, string, string, string]
    await set(same, priced)
    await set(least, { tiers: [], minimum: 48 })
    await set(archived, priced)
    await set(unnumbered, priced)
    await sql`update tool set archived_at = now() where id = ${archived}`.execute(shop.db)
    const before = await pricesOf(list)
    expect(before).toHaveLength(4)
    const rows = await exported(list)
    expect(rows).toEqual([['Halden', 'KEEP-1', '1', '10.00', '', '']])
    const { body } = await sendToKeep(list, asFile(rows), '&replaces=yes')
    expect(body).toMatchObject({ removed: 0, unchanged: 1 })
    expect((await commit(body._id)).body.state).toBe('committed')
    expect(await pricesOf(list)).toEqual(before)
  })

  it('does not go in over what somebody has changed since, nor with a row that cannot be taken', async () => {
    const list = await listWithThree()
    const { body } = await sendToKeep(list, file)
    const [entry] = (await entriesOf(list)).filter(({ tool }: { tool: { _id: string } }) => tool._id === changed)
    await staff.call('PUT', `/price-lists/${list}/entries/${changed}`, {
      tiers: [{ from: 1, price: 1 }],
      version: entry.version,
    })
    const before = await pricesOf(list)
    expect((await commit(body._id)).body).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('have changed since you looked'),
    })
    const wrong = (await sendToKeep(list, `${file}NOBODY-1,1,5,\n`)).body
    expect(wrong).toMatchObject({
      refused: 1,
      problems: [{ line: 5, partNumber: 'NOBODY-1', message: 'The shop sells nothing with this number.' }],
    })
    expect((await commit(wrong._id)).body.code).toBe('price-file-refused')
    // It is the one that is looked at: what came to nothing before it has gone.
    expect((await commit(body._id)).body.code).toBe('price-file-gone')
    expect(await pricesOf(list)).toEqual(before)
  })

  it('is taken back but for what somebody has changed since, and only while it is the last one', async () => {
    const list = await listWithThree()
    const first = (await sendToKeep(list, file)).body._id
    await commit(first)
    const [entry] = (await entriesOf(list)).filter(({ tool }: { tool: { _id: string } }) => tool._id === changed)
    await staff.call('PUT', `/price-lists/${list}/entries/${changed}`, {
      tiers: [{ from: 1, price: 1 }],
      version: entry.version,
    })
    expect((await undo(first)).body).toMatchObject({ state: 'undone', leftAlone: 1 })
    expect(await pricesOf(list)).toMatchObject([
      { tool: same },
      { tool: changed, tiers: [{ price: 1 }] },
      { tool: leaving },
    ])
    const [second, third] = ['COME-1,1,2', 'COME-1,1,3']
    const sent = (await sendToKeep(list, `part_number,from,price\n${second}\n`)).body._id
    await commit(sent)
    await commit((await sendToKeep(list, `part_number,from,price\n${third}\n`)).body._id)
    expect((await undo(sent)).body.code).toBe('price-file-not-ready')
    const files = (await staff.call('GET', `/price-lists/${list}/files`)).body
    expect(files.map(({ state }: { state: string }) => state)).toEqual(['committed', 'settled', 'undone', 'settled'])
  })

  it('leaves nothing behind where the shop dies before its end, and changes no product', async () => {
    const list = await listWithThree()
    const { body } = await sendToKeep(list, file)
    const before = await pricesOf(list)
    const versions = async () => (await sql`select id, version, xmin::text from tool order by id`.execute(shop.db)).rows
    const tools = await versions()
    await sql`alter table audit add constraint no_import check (action <> 'price-list.imported') not valid`.execute(
      shop.db,
    )
    expect((await staff.call('POST', `/price-files/${body._id}/commit`)).body.state).toBe('committing')
    const tries = async () =>
      (
        await sql<{ state: string }>`
          select state::text from pgboss.job where name = 'price-files' and data ->> 'id' = ${body._id}`.execute(
          shop.db,
        )
      ).rows.map(({ state }) => state)
    await eventually(tries, states => states.includes('retry'))
    expect(await pricesOf(list)).toEqual(before)
    await sql`alter table audit drop constraint no_import`.execute(shop.db)
    expect((await commit(body._id)).body.state).toBe('committed')
    expect(await versions()).toEqual(tools)
  })
})
