import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, createTool, orderOf, placeOrder } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { expectFields } from '#test/problems'
import { expectLedgerToAddUp } from '../../../test/races/ledger.ts'

let shop: TestShop
let admin: Person
let buyer: Person
beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '1000' } })
  admin = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
})
afterAll(async () => {
  await expectLedgerToAddUp(shop)
  await shop.close()
})

const begin = async (note = 'Aisle 3'): Promise<string> =>
  (await admin.call('POST', '/stockTakes', { note })).body.insertedId
const count = async (take: string, counts: object[], headers?: Record<string, string>) =>
  (await admin.call('POST', `/stockTakes/${take}/counts`, { counts }, headers)).body
const book = (take: string) => admin.call('POST', `/stockTakes/${take}/booking`)
const takeOf = async (take: string) => (await admin.call('GET', `/stockTakes/${take}`)).body
const onHand = async (tool: string) => (await admin.call('GET', `/allTools/${tool}`)).body.onHand
const listed = async (take: string, query = '') =>
  (await admin.call('GET', `/stockTakes/${take}/counts${query}`)).body as { tool: { _id: string }; outcome: string }[]

async function numbered(part: string, { brand, onHand = 10 }: { brand?: string; onHand?: number } = {}) {
  const tool = await createTool(shop, { onHand })
  await sql`
    with made as (insert into brand (id, name) select gen_random_uuid(), ${brand ?? null}::text
      where ${brand ?? null}::text is not null on conflict do nothing returning id)
    update tool set part_number = ${part},
      brand_id = coalesce((select id from made), (select id from brand where name = ${brand ?? null}))
    where id = ${tool}`.execute(shop.db)
  return tool
}

describe('a stock take', () => {
  it('books the difference of the moment of counting, once, and the ledger and the trail say so', async () => {
    const [more, fewer, same] = [
      await createTool(shop, { onHand: 10 }),
      await createTool(shop, { onHand: 10 }),
      await createTool(shop, { onHand: 10 }),
    ]
    const take = await begin('Shelf 7')
    const { counted } = await count(take, [
      { tool: more, counted: 13 },
      { tool: fewer, counted: 6 },
      { tool: same, counted: 10 },
    ])
    expect(counted).toHaveLength(3)
    expect(await onHand(more)).toBe(10)
    // Sold since it was counted, and come in since.
    await placeOrder(buyer, fewer, 2)
    await admin.call('POST', `/tools/${more}/stock`, { delta: 20, reason: 'Delivery' })
    const booked = await book(take)
    expect(booked.body).toMatchObject({ state: 'booked', counted: 3, different: 2, more: 3, fewer: 4, left: 0 })
    expect([await onHand(more), await onHand(fewer), await onHand(same)]).toEqual([33, 6, 10])
    expect((await book(take)).body).toEqual(booked.body)
    expect(await onHand(more)).toBe(33)
    const [latest] = (await admin.call('GET', `/tools/${fewer}/stock`)).body
    expect(latest).toMatchObject({ reason: 'counted', onHandChange: -4, by: admin.email })
    expect(latest.note).toMatch(/^Stock take \d+: Shelf 7$/)
    const { rows } = await sql`
      select action, after from audit where subject_id = ${take} order by id`.execute(shop.db)
    expect(rows).toMatchObject([
      { action: 'stock-take.begun' },
      { action: 'stock-take.counted', after: { tools: 3 } },
      { action: 'stock-take.booked', after: { more: 3, fewer: 4 } },
    ])
  })

  it('leaves alone what orders hold and what is no longer sold, and says so', async () => {
    const [held, gone, plain] = [
      await createTool(shop, { onHand: 10 }),
      await createTool(shop, { onHand: 10 }),
      await createTool(shop, { onHand: 10 }),
    ]
    await placeOrder(buyer, held, 8)
    const take = await begin()
    await count(take, [
      { tool: held, counted: 5 },
      { tool: gone, counted: 5 },
      { tool: plain, counted: 5 },
    ])
    await admin.call('DELETE', `/tools/${gone}`)
    expect((await book(take)).body).toMatchObject({ state: 'booked', different: 3, left: 2 })
    const outcomes = new Map((await listed(take)).map(({ tool, outcome }) => [tool._id, outcome]))
    expect([outcomes.get(held), outcomes.get(gone), outcomes.get(plain)]).toEqual(['held', 'gone', 'booked'])
    expect([await onHand(held), await onHand(plain)]).toEqual([10, 5])
  })

  it('says what became of its own counts alone, whatever another one booked of the same tool', async () => {
    const tool = await createTool(shop, { onHand: 10 })
    const [earlier, open, later] = [await begin(), await begin(), await begin()]
    await count(earlier, [{ tool, counted: 9 }])
    await book(earlier)
    await count(open, [{ tool, counted: 8 }])
    await count(later, [{ tool, counted: 9 }])
    await book(later)
    const outcomeIn = async (take: string) => (await listed(take))[0]?.outcome
    expect([await outcomeIn(earlier), await outcomeIn(open), await outcomeIn(later)]).toEqual(['booked', null, 'same'])
  })

  it('lists each count on one page, the last first', async () => {
    const tools = [await createTool(shop), await createTool(shop), await createTool(shop)]
    const take = await begin()
    for (const tool of tools) await count(take, [{ tool, counted: 1 }])
    const first = await admin.call('GET', `/stockTakes/${take}/counts?limit=2`)
    const next = /\?[^>]+/.exec(first.headers.get('link') ?? '')?.[0]
    const pages = [...first.body, ...(await listed(take, next))]
    expect(pages.map(({ tool }) => tool._id)).toEqual(tools.toReversed())
  })

  it('counts a tool anew, against what is there by then, and can take it out again', async () => {
    const tool = await createTool(shop, { onHand: 10 })
    const take = await begin()
    await count(take, [{ tool, counted: 9 }])
    await admin.call('POST', `/tools/${tool}/stock`, { delta: -4, reason: 'Broken' })
    const again = await count(take, [{ tool, counted: 6 }])
    expect(again.counted).toMatchObject([{ counted: 6, expected: 6, difference: 0, before: 9 }])
    expect((await admin.call('DELETE', `/stockTakes/${take}/counts/${tool}`)).body).toEqual({ deletedCount: 1 })
    expect((await admin.call('DELETE', `/stockTakes/${take}/counts/${tool}`)).body).toEqual({ deletedCount: 0 })
    expect(await book(take)).toMatchObject({ status: 409, body: { code: 'stock-take-empty' } })
  })

  it('that is sent twice with its key is of the first moment, whatever was sold between', async () => {
    const tool = await createTool(shop, { onHand: 10 })
    const take = await begin()
    const send = () => count(take, [{ tool, counted: 9 }], { 'idempotency-key': `scan-${tool}` })
    const first = await send()
    await admin.call('POST', `/tools/${tool}/stock`, { delta: -4, reason: 'Broken' })
    expect(await send()).toEqual(first)
    await book(take)
    expect(await onHand(tool)).toBe(5)
  })

  it('once ended takes nothing more; discarded, it books nothing', async () => {
    const tool = await createTool(shop, { onHand: 10 })
    const take = await begin()
    await count(take, [{ tool, counted: 3 }])
    expect((await admin.call('DELETE', `/stockTakes/${take}`)).body).toEqual({ deletedCount: 1 })
    expect((await admin.call('DELETE', `/stockTakes/${take}`)).body).toEqual({ deletedCount: 0 })
    expect(await book(take)).toMatchObject({ status: 409, body: { code: 'stock-take-ended' } })
    expect(await count(take, [{ tool, counted: 3 }])).toMatchObject({ code: 'stock-take-ended' })
    expect(await onHand(tool)).toBe(10)
    expect((await admin.call('GET', '/stockTakes/00000000-0000-7000-8000-000000000000')).body.code).toBe(
      'stock-take-gone',
    )
  })
})

it.each([
  [{}, [['counts', 'Say what was counted.']]],
  [{ counts: [] }, [['counts', 'Say what was counted.']]],
  [{ counts: [{ counted: 1 }] }, [['counts.0.partNumber', 'Type or scan a part number.']]],
  [{ counts: [{ partNumber: 'X' }] }, [['counts.0.counted', 'Type how many there are.']]],
  [{ counts: [{ partNumber: 'X', counted: -1 }] }, [['counts.0.counted', 'Use a whole number.']]],
] as const)('%j is no count, and is told so at its field', async (body, errors) => {
  const take = await begin()
  expectFields(
    await admin.call('POST', `/stockTakes/${take}/counts`, body),
    errors.map(([field, message]) => [field, message]),
  )
})

describe('a number that is scanned', () => {
  it('is found as numbers are compared, or by its GTIN; of several none is guessed', async () => {
    const tool = await numbered('SC-100/A', { brand: 'Halden' })
    const [one, other] = [await numbered('SC 200', { brand: 'Corvane' }), await numbered('SC-200', { brand: 'Aeris' })]
    await sql`
      with source as (insert into data_source (name, dated) values ('Scan', '2026-01-02') returning id)
      insert into part_number (tool_ordinal, kind, value, source_id)
      select ordinal, kind, value, source.id
      from tool, source, (values ('gtin', '04006381333931'), ('oem', 'OE 300')) as number (kind, value)
      where tool.id = ${tool}`.execute(shop.db)
    const take = await begin()
    const { counted, refused } = await count(take, [
      { partNumber: 'sc100a', counted: 4 },
      { partNumber: 'sc200', counted: 4 },
      { partNumber: 'none', counted: 4 },
      { partNumber: '4006381333931', counted: 5 },
      { partNumber: 'sc200', brand: 'aeris', counted: 7 },
      // The maker's number of what it replaces is on other parts, too.
      { partNumber: 'OE 300', counted: 1 },
    ])
    const ids = counted.map((row: { tool: { _id: string } }) => row.tool._id)
    expect(ids.toSorted()).toEqual([tool, other].toSorted())
    expect(refused).toMatchObject([
      { row: 2, reason: 'Several tools have this number. Say the brand.', choices: [{ _id: one }, { _id: other }] },
      { row: 3, reason: 'The shop sells nothing with this number.' },
      { row: 4, reason: 'This tool stands in an earlier row. Add the two counts up in one row.' },
      { row: 6, reason: 'The shop sells nothing with this number.' },
    ])
    const exact = await count(take, [{ partNumber: 'SC 200', counted: 2 }])
    expect(exact.counted).toMatchObject([{ tool: { _id: one } }])
  })

  it('is looked for among what is sold of its brand, however another one is spelled', async () => {
    const [ofBrand] = [await numbered('BC 300', { brand: 'Corvane' }), await numbered('BC-300', { brand: 'Aeris' })]
    const archived = await numbered('W71245')
    await admin.call('DELETE', `/tools/${archived}`)
    const anew = await numbered('W 712/45')
    const take = await begin()
    const { counted, refused } = await count(take, [
      { partNumber: 'BC-300', brand: 'Corvane', counted: 7 },
      { partNumber: 'W-712/45', counted: 3 },
    ])
    expect(refused).toEqual([])
    const ids = counted.map((row: { tool: { _id: string } }) => row.tool._id)
    expect(ids.toSorted()).toEqual([ofBrand, anew].toSorted())
  })
})

describe('a file of counts', () => {
  it('is taken row by row, says of each other one why not, and can be sent again', async () => {
    const tool = await numbered('CF-1', { onHand: 7 })
    const take = await begin()
    const csv = '\ufeffPart Number;Shelf;Counted\nCF-1;A;9 ks\nCF-2;A;1\nCF-1;B;2\n;A;3\nCF-1;A;2 pairs\n'
    const send = () => admin.call('POST', `/stockTakes/${take}/file`, { csv })
    const first = await send()
    expect(first.body).toMatchObject({ counted: 1, replaced: 0 })
    expect(first.body.refused.map(({ row, reason }: { row: number; reason: string }) => [row, reason])).toEqual([
      [3, 'The shop sells nothing with this number.'],
      [4, 'This tool stands in an earlier row. Add the two counts up in one row.'],
      [5, 'The part number is missing.'],
      [6, 'The count is no whole number of units.'],
    ])
    expect((await send()).body).toMatchObject({ counted: 1, replaced: 1 })
    await book(take)
    expect(await onHand(tool)).toBe(9)
  })

  it.each([
    ['part_number,price\nX,1', /^The first row must name the columns. It needs part_number and counted/],
    ['part_number,counted', /^This file has no rows below the names of its columns\./],
    ['part_number,counted,qty\nX,1,1', /^Two columns have the same name\./],
    [' ', 'Choose a file with the columns part_number and counted.'],
  ])('that cannot be read is refused as a whole: %j', async (csv, message) => {
    const take = await begin()
    const answer = await admin.call('POST', `/stockTakes/${take}/file`, { csv })
    expect(answer.status).toBe(400)
    expectFields(answer, [['csv', message]])
  })
})

describe('at once', () => {
  it('many bookings, counts and orders book each difference once, and lose no order', async () => {
    const tools = await Promise.all(Array.from({ length: 6 }, () => createTool(shop, { onHand: 100 })))
    const take = await begin()
    await count(
      take,
      tools.map(tool => ({ tool, counted: 90 })),
    )
    const orders = tools.flatMap(tool =>
      [1, 2, 3].map(quantity => buyer.call('POST', '/orders', orderOf(tool, quantity))),
    )
    const late = tools.map(tool => count(take, [{ tool, counted: 90 }]))
    const bookings = Array.from({ length: 8 }, () => book(take))
    const answers = await Promise.all([...bookings, ...orders])
    const lateAnswers = await Promise.all(late)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    for (const tool of tools) expect(await onHand(tool)).toBe(90)
    for (const answer of lateAnswers) if (!answer.counted) expect(answer.code).toBe('stock-take-ended')
    const { rows } = await sql`
      select count(*)::integer as movements from stock_movement where stock_take_id = ${take}`.execute(shop.db)
    expect(rows).toEqual([{ movements: 6 }])
    expect(await takeOf(take)).toMatchObject({ state: 'booked', left: 0 })
  })
})

it('of a large stock take, pages and what differs are read from their index', async () => {
  const take = await begin()
  await sql`alter table tool disable trigger user`.execute(shop.db)
  await sql`
    with made as (
      insert into tool (id, name, description, price, on_hand, minimum_quantity)
      select gen_random_uuid(), 'One of many', 'x', 100, 5, 1 from generate_series(1, 20000) n returning id
    )
    insert into stock_count (take_id, tool_id, counted, expected, counted_at, actor_kind)
    select ${take}, id, case when random() < 0.01 then 4 else 5 end, 5, now(), 'admin' from made`.execute(shop.db)
  await sql`insert into stock_movement (id, tool_id, reason, on_hand_change, actor_kind)
    select gen_random_uuid(), id, 'opening', 5, 'operator' from tool where name = 'One of many'`.execute(shop.db)
  await sql`alter table tool enable trigger user`.execute(shop.db)
  await sql`analyze stock_count`.execute(shop.db)
  for (const only of [sql``, sql`and counted <> expected`]) {
    const { rows } = await sql<Record<string, string>>`
      explain select * from stock_count where take_id = ${take} ${only} and n < 1000000 order by n desc limit 51`.execute(
      shop.db,
    )
    const plan = rows.map(row => Object.values(row)[0]).join('\n')
    expect(plan).toMatch(/stock_count_(listed|different)/)
    expect(plan).not.toMatch(/Seq Scan|Sort/)
  }
})

it('of a tool has a history that goes by time, whatever ids its entries have', async () => {
  const id = await createTool(shop)
  await sql`
    insert into stock_movement (id, tool_id, at, reason, on_hand_change, actor_kind, note)
    select gen_random_uuid(), ${id}, now() - interval '1 day' * (n + 5), 'corrected', n, 'operator', 'Moved'
    from generate_series(-4, 4) n where n <> 0`.execute(shop.db)
  const changes = []
  for (let next = `/tools/${id}/stock?limit=4`; next !== '';) {
    const page = await admin.call('GET', next)
    changes.push(...page.body.map((entry: { onHandChange: number }) => entry.onHandChange))
    next = /<[^>]+\/api([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  }
  expect(changes).toEqual([100, -4, -3, -2, -1, 1, 2, 3, 4])
})
