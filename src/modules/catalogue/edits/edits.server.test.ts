import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createCategory, createPerson, createTool, eventually, placeOrder } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { expectFields } from '#test/problems'
import { applyBatch, finishEdit } from './apply.server.ts'
import { expectLedgerToAddUp } from '../../../../test/races/ledger.ts'

let shop: TestShop
let admin: Person
let buyer: Person
beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '1000', TAX_TABLE } })
  admin = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
})
afterAll(async () => {
  await expectLedgerToAddUp(shop)
  await shop.close()
})

const TAX_TABLE = JSON.stringify([{ country: 'DE', taxClass: 'reduced', rate: '7%' }])

type Edit = { state: string; counts: Record<string, number> }
type Row = { tool: { _id: string }; before: object; after: object; reason: string | null }

const standing = async (id: string) => (await admin.call('GET', `/toolEdits/${id}`)).body as Edit
const until = (id: string, state: string) =>
  eventually(
    () => standing(id),
    edit => edit.state === state,
  )
const rowsOf = async (id: string, state: string) =>
  (await admin.call('GET', `/toolEdits/${id}/rows?state=${state}&limit=200`)).body as Row[]

/** An edit of these tools whose plan is there. */
async function plan(tools: string[], change: object): Promise<string> {
  const answer = await admin.call('POST', '/toolEdits', { ids: tools, change })
  expect(answer).toMatchObject({ status: 200 })
  await until(answer.body.insertedId, 'planned')
  return answer.body.insertedId
}

async function commit(id: string): Promise<Edit> {
  expect((await admin.call('POST', `/toolEdits/${id}/commit`)).status).toBe(200)
  return until(id, 'committed')
}

async function undo(id: string): Promise<Edit> {
  expect((await admin.call('POST', `/toolEdits/${id}/undo`)).status).toBe(200)
  return until(id, 'undone')
}

async function readTool(id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select price, minimum_quantity, quantity_multiple, on_hand, tags, tax_class, category_id, archived_at is not null as archived, version
    from tool where id = ${id}`.execute(shop.db)
  return rows[0]
}

describe('an edit of many tools', () => {
  it('shows what would change, changes it once, and puts it back', async () => {
    const tools = [await createTool(shop, { price: 1000 }), await createTool(shop, { price: 1999, onHand: 7 })]
    const [first = '', second = ''] = tools
    await sql`update tool set tags = '{red,18 V}' where id = ${first}`.execute(shop.db)
    const before = [await readTool(first), await readTool(second)]
    const id = await plan(tools, {
      price: { how: 'percent', value: '+12.5', roundTo: '0.05' },
      minimumQuantity: 4,
      multiple: '2',
      stock: { how: 'add', units: 5 },
      tags: { how: 'add', tags: 'Red, steel' },
    })
    expect([await readTool(first), await readTool(second)]).toEqual(before)
    const [, row] = await rowsOf(id, 'planned')
    expect(row).toMatchObject({
      tool: { _id: first },
      before: { price: 10, minimumQuantity: 1, multiple: 1, onHand: 100, tags: ['red', '18 V'] },
      after: { price: 11.25, minimumQuantity: 4, multiple: 2, onHand: 105, tags: ['red', '18 V', 'steel'] },
    })
    expect(await commit(id)).toMatchObject({ counts: { done: 2, planned: 0, refused: 0 } })
    expect(await readTool(first)).toMatchObject({
      price: 1125,
      minimum_quantity: 4,
      quantity_multiple: 2,
      on_hand: 105,
    })
    expect(await readTool(second)).toMatchObject({ price: 2250, on_hand: 12, tags: ['Red', 'steel'] })
    const { rows: trail } = await sql`
      select action, before ->> 'price' as before, after ->> 'price' as after from audit
      where subject_id = ${first}`.execute(shop.db)
    expect(trail).toEqual([{ action: 'tool.changed', before: '1000', after: '1125' }])
    expect((await admin.call('GET', `/tools/${first}/stock`)).body[0]).toMatchObject({
      reason: 'corrected',
      onHandChange: 5,
      note: expect.stringMatching(/^Edit \d+$/),
    })
    expect((await admin.call('POST', `/toolEdits/${id}/commit`)).body.state).toBe('committed')
    expect(await undo(id)).toMatchObject({ counts: { undone: 2, left: 0 } })
    const strip = (tool: Record<string, unknown> | undefined) => ({ ...tool, version: 0 })
    expect([strip(await readTool(first)), strip(await readTool(second))]).toEqual(before.map(strip))
    expect((await admin.call('POST', `/toolEdits/${id}/undo`)).body.state).toBe('undone')
  })

  it('moves to a category, takes key features away, and takes out of the shop and brings back', async () => {
    const tool = await createTool(shop)
    await sql`update tool set tags = '{red,18 V}' where id = ${tool}`.execute(shop.db)
    const category = await createCategory(shop, 'Edited tools')
    const id = await plan([tool], { category: 'edited-tools', tags: { how: 'remove', tags: ['RED'] }, archive: true })
    expect(await rowsOf(id, 'planned')).toMatchObject([
      {
        before: { category: null, archived: false },
        after: { category: 'Edited tools', archived: true, tags: ['18 V'] },
      },
    ])
    await commit(id)
    expect(await readTool(tool)).toMatchObject({ category_id: category, tags: ['18 V'], archived: true })
    await undo(id)
    expect(await readTool(tool)).toMatchObject({ category_id: null, tags: ['red', '18 V'], archived: false })
  })

  it('gives another tax class, once it is one of the shop’s, and the old one back', async () => {
    const tools = [await createTool(shop), await createTool(shop)]
    const [tool = '', reduced = ''] = tools
    await sql`update tool set tax_class = 'reduced' where id = ${reduced}`.execute(shop.db)
    const unknown = await admin.call('POST', '/toolEdits', { ids: tools, change: { taxClass: 'luxury' } })
    expectFields(unknown, [['change.taxClass', /^This shop has no tax class of this name. It has standard, reduced;/]])
    const id = await plan(tools, { taxClass: 'Reduced ' })
    expect(await rowsOf(id, 'planned')).toMatchObject([
      { tool: { _id: tool }, before: { taxClass: 'standard' }, after: { taxClass: 'reduced' } },
    ])
    expect(await commit(id)).toMatchObject({ counts: { done: 1, unchanged: 1 } })
    expect(await readTool(tool)).toMatchObject({ tax_class: 'reduced' })
    await undo(id)
    expect([await readTool(tool), await readTool(reduced)]).toMatchObject([
      { tax_class: 'standard' },
      { tax_class: 'reduced' },
    ])
  })

  it.each([
    [{ price: { how: 'percent', value: '-100' } }, 'The price would not be above 0.'],
    [{ price: { how: 'amount', value: '-25' } }, 'The price would not be above 0.'],
    [{ price: { how: 'set', value: '999999999999.99' } }, undefined],
    [{ multiple: 3 }, 'The minimum order quantity would be no multiple.'],
    [{ minimumQuantity: 51 }, 'The minimum order quantity would be more than what is available.'],
    [{ stock: { how: 'set', units: 9 } }, 'Orders hold, or have taken, units that would go.'],
    [{ stock: { how: 'add', units: -41 } }, 'Orders hold, or have taken, units that would go.'],
    [
      { tags: { how: 'add', tags: Array.from({ length: 12 }, (_, n) => `t${n}`) } },
      'There would be more than 12 key features.',
    ],
  ])('%j is refused for a tool that it does not suit: %s', async (change, reason) => {
    const tool = await createTool(shop, { price: 2500, onHand: 50 })
    await sql`update tool set tags = '{mine}' where id = ${tool}`.execute(shop.db)
    await placeOrder(buyer, tool, 10)
    const id = await plan([tool], change)
    const refused = await rowsOf(id, 'refused')
    expect(refused.map(row => row.reason)).toEqual(reason ? [reason] : [])
    await admin.call('POST', `/toolEdits/${id}/cancel`)
  })

  it('leaves what is as it will be, and what somebody has changed since it was looked at', async () => {
    const [same, changed, plain] = [
      await createTool(shop, { price: 900 }),
      await createTool(shop, { price: 1000 }),
      await createTool(shop, { price: 1000 }),
    ]
    const id = await plan([same, changed, plain], { price: { how: 'set', value: '9' } })
    await sql`update tool set price = 700, version = version + 1 where id = ${changed}`.execute(shop.db)
    expect(await commit(id)).toMatchObject({ counts: { unchanged: 1, skipped: 1, done: 1 } })
    expect(await rowsOf(id, 'skipped')).toMatchObject([{ reason: 'Somebody has changed or deleted it meanwhile.' }])
    expect(await readTool(changed)).toMatchObject({ price: 700 })
    await sql`update tool set price = 800, version = version + 1 where id = ${plain}`.execute(shop.db)
    expect(await undo(id)).toMatchObject({ counts: { undone: 0, left: 1 } })
    expect(await readTool(plain)).toMatchObject({ price: 800 })
  })

  it('brings no tool back whose part number another one has by now', async () => {
    const tool = await createTool(shop)
    await sql`
      with made as (insert into brand (id, name) values (gen_random_uuid(), 'Edithaus') returning id)
      update tool set part_number = 'ED-1', brand_id = (select id from made) where id = ${tool}`.execute(shop.db)
    const id = await plan([tool], { archive: true })
    await commit(id)
    const other = await createTool(shop)
    await sql`update tool set part_number = 'ED-1', brand_id = (select id from brand where name = 'Edithaus')
      where id = ${other}`.execute(shop.db)
    expect(await undo(id)).toMatchObject({ counts: { left: 1 } })
    expect(await rowsOf(id, 'left')).toMatchObject([{ reason: 'Another tool has its part number by now.' }])
  })

  it('of all that a filter shows changes those, and keeps to what it has looked at', async () => {
    const name = `Filtered ${Date.now()}`
    const tools = [await createTool(shop, { name }), await createTool(shop, { name })]
    const other = await createTool(shop)
    const begun = await admin.call('POST', '/toolEdits', {
      filter: { q: name },
      change: { price: { how: 'set', value: '3' } },
    })
    const id = begun.body.insertedId
    expect(await until(id, 'planned')).toMatchObject({ counts: { planned: 2 } })
    const late = await createTool(shop, { name })
    await commit(id)
    expect(await Promise.all([...tools, other, late].map(async tool => (await readTool(tool))?.['price']))).toEqual([
      300, 300, 2500, 2500,
    ])
  })

  it('goes on where it died, changes each tool once, and however many work on it', async () => {
    const name = `Crashed ${Date.now()}`
    await sql`alter table tool disable trigger user`.execute(shop.db)
    await sql`
      with made as (
        insert into tool (id, name, description, price, on_hand, minimum_quantity)
        select gen_random_uuid(), ${name}, 'x', 1000, 5, 1 from generate_series(1, 1700) returning id
      )
      insert into stock_movement (id, tool_id, reason, on_hand_change, actor_kind)
      select gen_random_uuid(), id, 'opening', 5, 'operator' from made`.execute(shop.db)
    await sql`alter table tool enable trigger user`.execute(shop.db)
    const change = { price: { how: 'percent', value: '10' }, stock: { how: 'add', units: 1 } }
    const { insertedId: id } = (await admin.call('POST', '/toolEdits', { filter: { q: name }, change })).body
    await until(id, 'planned')
    // As a process that has died behind its first batch has left it.
    await sql`update tool_edit set state = 'committing' where id = ${id}`.execute(shop.db)
    await applyBatch(shop.system, id)
    expect(await standing(id)).toMatchObject({ state: 'committing', counts: { done: 500, planned: 1200 } })
    await Promise.all([finishEdit(shop.system, id), finishEdit(shop.system, id), finishEdit(shop.system, id)])
    expect(await standing(id)).toMatchObject({ state: 'committed', counts: { done: 1700, planned: 0 } })
    const { rows } = await sql`
      select count(*)::integer as tools, min(price) as least, max(price) as most, min(on_hand) as units, max(version) as version,
        (select count(*)::integer from audit join tool on audit.subject_id = tool.id::text
          where tool.name = ${name} and action = 'tool.changed') as trail
      from tool where name = ${name}`.execute(shop.db)
    expect(rows).toEqual([{ tools: 1700, least: 1100, most: 1100, units: 6, version: 2, trail: 1700 }])
    await undo(id)
    const { rows: after } = await sql`select distinct price, on_hand from tool where name = ${name}`.execute(shop.db)
    expect(after).toEqual([{ price: 1000, on_hand: 5 }])
  })

  it('that was given up changes nothing, and cannot be committed; nor can one that is not there', async () => {
    const tool = await createTool(shop)
    const id = await plan([tool], { price: { how: 'set', value: '3' } })
    expect((await admin.call('POST', `/toolEdits/${id}/undo`)).body.code).toBe('tool-edit-not-ready')
    expect((await admin.call('POST', `/toolEdits/${id}/cancel`)).body.state).toBe('cancelled')
    expect((await admin.call('POST', `/toolEdits/${id}/commit`)).body.code).toBe('tool-edit-not-ready')
    expect(await readTool(tool)).toMatchObject({ price: 2500 })
    const none = '00000000-0000-7000-8000-000000000000'
    expect((await admin.call('POST', `/toolEdits/${none}/commit`)).body.code).toBe('tool-edit-gone')
  })
})

it('of a large edit, pages and what stands so are read from their index', async () => {
  const id = await plan([await createTool(shop)], { price: { how: 'set', value: '3' } })
  await sql`
    insert into tool_edit_row (edit_id, n, tool_id, version, before, after, state)
    select ${id}, n + 1, (select tool_id from tool_edit_row where edit_id = ${id} limit 1), 1, '{}', '{}',
      case when n % 100 = 0 then 'refused' else 'planned' end
    from generate_series(1, 20000) n`.execute(shop.db)
  await sql`analyze tool_edit_row`.execute(shop.db)
  for (const standsSo of [sql``, sql`and state = 'refused'`]) {
    const { rows } = await sql<Record<string, string>>`
      explain select * from tool_edit_row where edit_id = ${id} ${standsSo} and n > 40 order by n limit 26`.execute(
      shop.db,
    )
    const text = rows.map(row => Object.values(row)[0]).join('\n')
    expect(text).toMatch(/Index Scan using tool_edit_row_(listed|pkey)/)
    expect(text).not.toMatch(/Seq Scan|Sort/)
  }
  await admin.call('POST', `/toolEdits/${id}/cancel`)
})

describe('what is asked for', () => {
  const change = { minimumQuantity: 2 }
  const ids = ['00000000-0000-7000-8000-000000000000']
  it.each([
    [{ change }, 'ids', 'Tick some tools, or choose all that a filter shows.'],
    [{ ids, filter: {}, change }, 'ids', 'Tick some tools, or choose all that a filter shows.'],
    [{ ids: [], change }, 'ids', 'Tick some tools.'],
    [{ ids, change: {} }, 'change.change', 'Choose what to change.'],
    [{ ids, change: { price: { how: 'set', value: 'dear' } } }, 'change.price.value', 'Use a number such as 12.5.'],
    [
      { ids, change: { price: { how: 'set', value: '1.234' } } },
      'change.price.value',
      'Use an amount of the shop’s currency, such as 1.50.',
    ],
    [{ ids, change: { category: 'none-such' } }, 'change.category', 'There is no such category.'],
    [{ ids, change: { minimumQuantity: 0 } }, 'change.minimumQuantity', 'Use 1 or more.'],
  ] as const)('%j is refused at %s', async (body, field, message) => {
    expectFields(await admin.call('POST', '/toolEdits', body), [[field, message]])
  })
})

describe('who may change what (finding 10)', () => {
  const give = (person: Person, ...rights: string[]) =>
    sql`
    with role as (
      insert into account_role (key, name, permissions) values (${person.accountId.slice(-12)}, ${person.email}, ${rights})
      on conflict (key) do update set permissions = excluded.permissions returning key
    )
    update account set role = (select key from role) where id = ${person.accountId}`.execute(shop.db)

  it('is said by name where somebody may not, of an edit and of one tool', async () => {
    const tool = await createTool(shop, { price: 1000, onHand: 20 })
    const keeper = await createPerson(shop)
    await give(keeper, 'catalogue')
    const change = { price: { how: 'set', value: '2' }, stock: { how: 'add', units: 1 }, minimumQuantity: 2 }
    const message =
      'Your account may not change this: price, stock. Leave it out, or have somebody do it whose role may.'
    expect(await keeper.call('POST', '/toolEdits', { ids: [tool], change })).toMatchObject({
      status: 403,
      body: { code: 'columns-not-permitted', message, errors: [{ field: 'change.price' }, { field: 'change.stock' }] },
    })
    const id = await plan([tool], change)
    expect(await keeper.call('POST', `/toolEdits/${id}/commit`)).toMatchObject({ status: 403, body: { message } })
    expect(await standing(id)).toMatchObject({ state: 'planned' })
  })

  it('is asked again when the job does it: a right that was taken meanwhile is none', async () => {
    const tool = await createTool(shop, { onHand: 20 })
    const keeper = await createPerson(shop)
    await give(keeper, 'catalogue', 'stock')
    const id = await plan([tool], { stock: { how: 'add', units: 5 } })
    await sql`update tool_edit set state = 'committing' where id = ${id}`.execute(shop.db)
    await give(keeper, 'catalogue')
    await finishEdit({ ...shop.system, actor: { kind: 'admin', id: keeper.accountId } }, id)
    expect(await standing(id)).toMatchObject({ state: 'committed', counts: { done: 0, skipped: 1 } })
    expect(await readTool(tool)).toMatchObject({ on_hand: 20 })
    expect(await rowsOf(id, 'skipped')).toMatchObject([
      { reason: 'Whoever asked for this may not change it any more.' },
    ])
  })
})
