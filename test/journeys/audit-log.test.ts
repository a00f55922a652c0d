import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Answer, type Person, createPerson, createTool, placeOrder } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'

let shop: TestShop
let admin: Person
let buyer: Person
let tool: string
let order: string
let number: string

beforeAll(async () => {
  shop = await startTestShop({ environment: { TIME_ZONE: 'Asia/Dhaka' } })
  admin = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
  tool = await createTool(shop, { name: 'Torque wrench' })
  order = await placeOrder(buyer, tool)
  number = (await buyer.call('GET', `/orders/${order}`)).body.number
  await admin.call('DELETE', `/orders/${order}`)
  // Dhaka is six hours ahead: the first is of the 2nd of March there, the second of the 3rd.
  const rows = [
    ['2026-03-02T17:59:59.999Z', 'tool.changed', 'tool', tool],
    ['2026-03-02T18:00:00.000Z', 'tool.restocked', 'tool', tool],
    ['2026-03-04T00:00:00.000Z', 'toolbox.opened', 'toolbox', 'not an id'],
  ]
  for (const [at, action, kind, id] of rows)
    await sql`
      insert into audit (id, at, actor_kind, action, subject_kind, subject_id, before, after)
      values (${newId()}, ${at}, 'operator', ${action}, ${kind}, ${id}, '{"price": 100}', '{"price": 200}')`.execute(
      shop.db,
    )
})
afterAll(() => shop.close())

const list = (query = '') => admin.call('GET', `/audit${query}`)
const actions = (answer: Answer): string[] => answer.body.map((row: { action: string }) => row.action)
const all = [
  'toolbox.opened',
  'tool.restocked',
  'tool.changed',
  'order.cancelled',
  'order.placed',
  'account.role-changed',
]

describe('the audit log', () => {
  it.each([1, 2, 5, 50])('leads with a limit of %d past every row once, newest first', async limit => {
    const pages = [await list(`?limit=${limit}`)]
    for (;;) {
      const next = /\/api\/audit(\?[^>]+)>/.exec(pages.at(-1)?.headers.get('link') ?? '')?.[1]
      if (!next) break
      pages.push(await list(next))
    }
    expect(pages.flatMap(actions)).toEqual(all)
    expect(pages[0]?.headers.get('x-total-count')).toBe('6')
  })

  it('[D1.14] says who did what to what, by the names that people use', async () => {
    const [cancelled] = (await list('?action=order.cancelled')).body
    expect(cancelled).toMatchObject({
      actor: { kind: 'admin', id: admin.accountId, name: 'Test Person', email: admin.email },
      action: 'order.cancelled',
      subject: { kind: 'order', id: order, label: number },
      before: { paymentState: 'unpaid' },
      after: { paymentState: 'cancelled' },
    })
    const [restocked] = (await list('?action=tool.restocked')).body
    expect(restocked).toMatchObject({
      actor: { kind: 'operator', id: null, name: null, email: null },
      subject: { kind: 'tool', label: 'Torque wrench' },
    })
  })

  it.each<[string, () => string, string[]]>([
    ['an email', () => `actor=${admin.email.toUpperCase()}`, ['order.cancelled']],
    ['an account', () => `actor=${buyer.accountId}`, ['order.placed']],
    ['an email of nobody', () => 'actor=nobody@example.com', []],
    ['a kind of action', () => 'action=tool.', ['tool.restocked', 'tool.changed']],
    ['an action', () => 'action=order.placed', ['order.placed']],
    ['no wildcard', () => 'action=%25.', []],
    ['a kind of subject', () => 'subject=tool', ['tool.restocked', 'tool.changed']],
    ['a subject', () => `subject=${order}`, ['order.cancelled', 'order.placed']],
    ['an order by its number', () => `subject=${number.toLowerCase()}`, ['order.cancelled', 'order.placed']],
    ['a subject that is no id', () => 'subject=toolbox', ['toolbox.opened']],
    ['a first day', () => 'from=2026-03-03&action=tool.', ['tool.restocked']],
    ['a last day', () => 'to=2026-03-02', ['tool.changed']],
    ['one day', () => 'from=2026-03-03&to=2026-03-03', ['tool.restocked']],
    ['an empty field', () => 'from=&to=&actor=&action=order.', ['order.cancelled', 'order.placed']],
  ])('is narrowed by %s', async (_what, query, expected) => {
    const answer = await list(`?${query()}`)
    expect(actions(answer)).toEqual(expected)
    expect(answer.headers.get('x-total-count')).toBe(String(expected.length))
  })

  it.each(['from=yesterday', 'to=2026-02-30', 'from=2026-3-1', 'limit=x'])('refuses %s', async query => {
    expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  })
})
