import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testAddress } from '../access/basket.ts'
import { type Answer, bearer, createTool, orderOf, payWithCard, request } from '../factories.ts'
import { type Collector, type Span, startCollector } from '../shop/collector.ts'
import { secret } from '../shop/compose.ts'
import type { TestDatabase } from '../shop/databases.ts'
import { createTestDatabase } from '../harness.ts'
import { eventually } from '../eventually.ts'
import { type Somebody, createPeople } from '../shop/people.ts'
import { type ShopProcess, buildOnce, connect, startShopProcess } from '../shop/process.ts'

/**
 * How many statements a request waits for, one after the other, with those that begin and end its transactions: each is a way to the
 * database and back. Counted in the traces of a shop as it runs.
 */

let collector: Collector
let database: TestDatabase
let dataDir: string
let shop: ShopProcess
let db: ReturnType<typeof connect>
let buyer: Somebody
let tools: string[]

beforeAll(async () => {
  await buildOnce()
  collector = await startCollector()
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'tappet-statements-'))
  shop = await startShopProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET: secret,
    LOG_LEVEL: 'fatal',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
  db = connect(database.url)
  tools = [await createTool({ db }), await createTool({ db }), await createTool({ db })]
  const [first] = await createPeople(db, 1)
  if (!first) throw new Error('nobody is there')
  buyer = first
  // What a process asks once, it does not ask of each request.
  await buy()
})
afterAll(async () => {
  await shop.end('SIGTERM')
  await collector[Symbol.asyncDispose]()
  await db.destroy()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

type Asked = { answer: Answer; statements: string[] }

/** What the database was asked within a span. */
const statementsIn = (within: Span): string[] =>
  collector.spans
    .filter(({ parentSpanId }) => parentSpanId === within.spanId)
    .flatMap(({ attributes }) => attributes.find(({ key }) => key === 'db.query.text')?.value.stringValue ?? [])

/** Asks in a trace of its own, and returns what the database was asked for it. */
async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Asked> {
  const [traceId, caller] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  const trace = { traceparent: `00-${traceId}-${caller}-01` }
  const answer = await request(`${shop.address}${path}`, method, body, { ...trace, ...headers })
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  // Spans are sent in the order in which they ended: that of the request is the last of its own.
  const asked = await eventually(
    async () => collector.spans.find(({ parentSpanId }) => parentSpanId === caller),
    span => span !== undefined,
    30_000,
  )
  return { answer, statements: asked ? statementsIn(asked) : [] }
}

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  ask(method, `/api${path}`, body, { ...bearer(buyer.token), ...headers })

type Way = 'an order' | 'its intent' | 'the event of its payment' | 'the report of its payment'

const isEvent = ({ name }: Span) => name === 'POST /api/webhooks/payments'

/** An order from placing it to being paid. */
async function buy(): Promise<Record<Way, string[]>> {
  const placed = await call('POST', '/orders', orderOf(tools[0] ?? ''), { 'idempotency-key': randomUUID() })
  const orderId: string = placed.answer.body.insertedId
  const { price } = (await call('GET', `/orders/${orderId}`)).answer.body
  const opened = await call('POST', '/create-payment-intent', { price, orderId })
  const clientSecret: string = opened.answer.body.clientSecret
  const intentId = clientSecret.split('_secret_')[0] ?? ''
  const before = collector.spans.length
  await payWithCard(shop, { clientSecret, intentId })
  // Of the events that tell of it one settles the payment: it asks most.
  const settled = await eventually(
    async () => collector.spans.slice(before).filter(isEvent).map(statementsIn),
    events => events.some(statements => statements.some(statement => statement.includes('insert into payment '))),
    30_000,
  )
  const reported = await call('PATCH', `/tools/${orderId}`, { tool: orderId, transactionId: intentId })
  return {
    'an order': placed.statements,
    'its intent': opened.statements,
    'the event of its payment': settled.toSorted((one, other) => other.length - one.length)[0] ?? [],
    'the report of its payment': reported.statements,
  }
}

/** What each is known to need: the first look at a tool reads its attributes' definitions, the first page the top categories, too. */
const most = new Map([
  ['an order', 2],
  ['its intent', 6],
  ['the event of its payment', 5],
  ['the report of its payment', 2],
  ['a basket of three', 5],
  ['the order of a basket of three', 7],
  ['a tool by its id', 2],
  ['a tool by its id, once more', 0],
  ['a tool’s page', 7],
])

it('a request asks the database no more often than it is known to need', async () => {
  const counts = new Map<string, string[]>(Object.entries(await buy()))
  await call('PUT', '/basket/lines', { lines: tools.map(tools_id => ({ tools_id, quantity: 1 })) })
  counts.set('a basket of three', (await call('GET', '/basket')).statements)
  const ordered = await call('POST', '/basket/order', { address: testAddress }, { 'idempotency-key': randomUUID() })
  counts.set('the order of a basket of three', ordered.statements)
  const [, , tool = ''] = tools
  counts.set('a tool by its id', (await ask('GET', `/api/tools/${tool}`)).statements)
  counts.set('a tool by its id, once more', (await ask('GET', `/api/tools/${tool}`)).statements)
  const [other = ''] = tools
  const { headers } = await fetch(`${shop.address}/shop/${other}`, { redirect: 'manual' })
  counts.set('a tool’s page', (await ask('GET', headers.get('location') ?? '')).statements)
  expect([...counts.keys()].toSorted()).toEqual([...most.keys()].toSorted())
  for (const [way, statements] of counts)
    expect(statements.length, `${way}: ${statements.join('\n')}`).toBeLessThanOrEqual(most.get(way) ?? 0)
})
