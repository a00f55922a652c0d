import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createCategory, createPerson, createTool, eventually, placeOrder } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { paidUnits } from '#test/sandbox/money-back'
import { mostUnits } from '../catalogue.rules.ts'
import { applyBatch } from './apply.server.ts'
import { expectLedgerToAddUp } from '#test/races/ledger'

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

const until = (id: string, state: string) =>
  eventually(
    async () => (await admin.call('GET', `/toolEdits/${id}`)).body,
    edit => edit.state === state,
  )
const rowsOf = async (id: string, state: string) =>
  (await admin.call('GET', `/toolEdits/${id}/rows?state=${state}`)).body as object[]

async function plan(tools: string[], change: object): Promise<string> {
  const answer = await admin.call('POST', '/toolEdits', { ids: tools, change })
  await until(answer.body.insertedId, 'planned')
  return answer.body.insertedId
}

async function commit(id: string) {
  await admin.call('POST', `/toolEdits/${id}/commit`)
  return until(id, 'committed')
}

async function undo(id: string) {
  await admin.call('POST', `/toolEdits/${id}/undo`)
  return until(id, 'undone')
}

async function readTool(id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select price, on_hand, category_id from tool where id = ${id}`.execute(shop.db)
  return rows[0]
}

async function trailOf(tool: string) {
  const { rows } = await sql<{ before: object; after: object }>`
    select before, after from audit where subject_id = ${tool} and action = 'tool.changed' order by id`.execute(shop.db)
  return rows
}

/** A tool of a category. */
async function createToolIn(category: string | null): Promise<string> {
  const tool = await createTool(shop, { price: 1000, onHand: 10 })
  await sql`update tool set category_id = ${category} where id = ${tool}`.execute(shop.db)
  return tool
}

async function remove(category: string) {
  expect((await admin.call('DELETE', `/categories/${category}`)).body).toEqual({ deletedCount: 1 })
}

const sell = (tool: string, units: number) => paidUnits({ shop, buyer, tool, units })

describe('a category that is removed', () => {
  const gone = 'The category has been removed meanwhile; the tool stays where it is.'

  it('once an edit has emptied it, keeps back nothing else of what the edit’s undoing puts back', async () => {
    const [from, to] = [await createCategory(shop), await createCategory(shop, 'Emptied into')]
    const [moved, moreover, homeless] = [await createToolIn(from), await createToolIn(to), await createToolIn(null)]
    const id = await plan([moved, moreover, homeless], {
      category: 'emptied-into',
      price: { how: 'percent', value: '10' },
      stock: { how: 'add', units: 5 },
    })
    await commit(id)
    await remove(from)
    expect(await undo(id)).toMatchObject({ counts: { undone: 3, left: 0 } })
    expect(await readTool(moved)).toEqual({ price: 1000, on_hand: 10, category_id: to })
    expect(await readTool(moreover)).toEqual({ price: 1000, on_hand: 10, category_id: to })
    expect(await readTool(homeless)).toEqual({ price: 1000, on_hand: 10, category_id: null })
    expect(await rowsOf(id, 'undone')).toMatchObject([{ reason: null }, { reason: null }, { reason: gone }])
    const [, back] = await trailOf(moved)
    expect(back).toEqual({
      before: { price: 1100, onHand: 15 },
      after: { price: 1000, onHand: 10, reason: expect.stringMatching(/^Edit \d+ undone$/) },
    })
  })

  it('leaves a tool alone of which nothing else is to be put back', async () => {
    const [from, to] = [await createCategory(shop), await createCategory(shop, 'Moved into')]
    const tool = await createToolIn(from)
    const id = await plan([tool], { category: 'moved-into' })
    await commit(id)
    await remove(from)
    expect(await undo(id)).toMatchObject({ counts: { undone: 0, left: 1 } })
    expect(await readTool(tool)).toMatchObject({ category_id: to })
    expect(await rowsOf(id, 'left')).toMatchObject([{ reason: gone }])
    expect(await trailOf(tool)).toHaveLength(1)
  })

  it('before an edit has come to a tool, lets the edit end and the tool be as it was', async () => {
    const category = await createCategory(shop, 'Gone by then')
    const tools = [await createToolIn(category), await createToolIn(null)]
    const id = await plan(tools, { category: 'gone-by-then', price: { how: 'set', value: '12' } })
    const [inIt = ''] = tools
    await sql`update tool set category_id = null where id = ${inIt}`.execute(shop.db)
    await remove(category)
    expect(await commit(id)).toMatchObject({ counts: { done: 1, skipped: 1 } })
    expect(await rowsOf(id, 'skipped')).toMatchObject([{ reason: gone }])
    expect(await Promise.all(tools.map(readTool))).toMatchObject([{ price: 1200 }, { price: 1000 }])
    expect(await undo(id)).toMatchObject({ counts: { undone: 1, skipped: 1 } })
  })
})

describe('what is sold between the look at an edit and its commit', () => {
  it.each([
    ['set', 12, 8],
    ['set', 7, 3],
    ['set', 10, 6],
    ['add', 2, 8],
  ])('stays sold: %s %i', async (how, units, left) => {
    const tool = await createToolIn(null)
    const id = await plan([tool], { stock: { how, units }, price: { how: 'set', value: '12' } })
    await sell(tool, 4)
    await commit(id)
    expect(await readTool(tool)).toMatchObject({ on_hand: left })
    const counts = left !== 6 && { before: { onHand: 6 }, after: { onHand: left } }
    expect(await rowsOf(id, 'done')).toMatchObject([{ before: { price: 10 }, after: { price: 12 }, ...counts }])
    expect(await trailOf(tool)).toMatchObject([{ before: { price: 1000 }, ...counts }])
    // Sold once the edit is done: its undoing does not bring them back either.
    await sell(tool, 1)
    expect(await undo(id)).toMatchObject({ counts: { undone: 1 } })
    expect(await readTool(tool)).toMatchObject({ on_hand: 5 })
    const back = left !== 6 && { before: { onHand: left - 1 }, after: { onHand: 5 } }
    expect((await trailOf(tool))[1]).toMatchObject({ after: { price: 1000 }, ...back })
  })

  it('is counted before it is judged whether enough stays for it and for orders', async () => {
    const [sold, held] = [await createToolIn(null), await createToolIn(null)]
    const id = await plan([sold, held], { stock: { how: 'set', units: 3 } })
    await sell(sold, 4)
    await placeOrder(buyer, held, 4)
    expect(await commit(id)).toMatchObject({ counts: { skipped: 2, done: 0 } })
    const reason = 'Orders hold, or have taken, units that would go.'
    expect(await rowsOf(id, 'skipped')).toMatchObject([{ reason }, { reason }])
    expect(await Promise.all([sold, held].map(readTool))).toMatchObject([{ on_hand: 6 }, { on_hand: 10 }])
  })

  it('or delivered counts also where there would be more than can be counted', async () => {
    const tool = await createTool(shop, { onHand: mostUnits - 5 })
    const id = await plan([tool], { stock: { how: 'add', units: 5 } })
    await admin.call('POST', `/tools/${tool}/stock`, { delta: 1, reason: 'Delivery' })
    expect(await commit(id)).toMatchObject({ counts: { skipped: 1 } })
    expect(await rowsOf(id, 'skipped')).toMatchObject([{ reason: 'That is more than can be counted.' }])
    expect(await readTool(tool)).toMatchObject({ on_hand: mostUnits - 4 })
  })
})

it('an edit whose job was lost goes on when it is asked for again', async () => {
  const tool = await createToolIn(null)
  const id = await plan([tool], { price: { how: 'set', value: '12' } })
  for (const { verb, state, ended, price } of [
    { verb: 'commit', state: 'committing', ended: 'committed', price: 1200 },
    { verb: 'undo', state: 'undoing', ended: 'undone', price: 1000 },
  ]) {
    await sql`update tool_edit set state = ${state} where id = ${id}`.execute(shop.db)
    expect((await admin.call('POST', `/toolEdits/${id}/${verb}`)).body.state).toBe(state)
    await until(id, ended)
    expect(await readTool(tool)).toMatchObject({ price })
    // It has ended: there is nothing left to do.
    expect(await applyBatch(shop.system, id)).toBe(false)
  }
})
