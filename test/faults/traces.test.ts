import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { request } from '../factories.ts'
import { type Collector, startCollector } from '../shop/collector.ts'
import { type TestDatabase } from '../shop/databases.ts'
import { createTestDatabase } from '../harness.ts'
import { buildOnce, startShopProcess } from '../shop/process.ts'
import { long } from '../tiers.ts'

const timeout = 60_000

let collector: Collector
let dataDir: string
let database: TestDatabase

beforeAll(async () => {
  await buildOnce()
  dataDir = await mkdtemp(join(tmpdir(), 'tappet-traces-'))
  database = await createTestDatabase()
  collector = await startCollector()
}, timeout)
afterAll(async () => {
  await collector[Symbol.asyncDispose]()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const start = (more: Record<string, string>) =>
  startShopProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'info',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    ...more,
  })

const signUp = (address: string, email: string, headers: Record<string, string> = {}) => {
  const person = { name: 'Ira Fleet Service', email, password: 'a long test password' }
  return request(`${address}/identity/sign-up/email`, 'POST', person, headers)
}

it(
  'goes on with the trace of whoever calls, from the request to its statements and its jobs, and says it in the log',
  { timeout },
  async () => {
    const { address, spans } = collector
    const shop = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_TRACES_SAMPLER_ARG: '0' })
    const [traceId, callerSpan] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
    await request(`${shop.address}/api/tools?limit=1`, 'GET')
    const email = 'ira@example.com'
    const { status } = await signUp(shop.address, email, { traceparent: `00-${traceId}-${callerSpan}-01` })
    expect(status).toBe(200)
    const of = (name: string | RegExp) => spans.filter(span => span.name.match(name))
    await eventually(
      async () => spans,
      () => of('job link-mail').length > 0,
      30_000,
    )
    const { stderr } = await shop.end('SIGTERM')
    const [asked] = of(/^POST /)
    expect(asked).toMatchObject({ traceId, parentSpanId: callerSpan })
    expect(of('SQL insert').some(({ parentSpanId }) => parentSpanId === asked?.spanId)).toBe(true)
    expect(of('job link-mail')).toEqual([expect.objectContaining({ traceId })])
    // What no caller traces is kept in the share that is set: here nothing.
    expect(spans.filter(span => span.traceId !== traceId)).toEqual([])
    expect(JSON.stringify(spans)).not.toContain(email)
    const lines = stderr
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as object)
    expect(lines).toContainEqual(expect.objectContaining({ security: 'sign-up', trace_id: traceId }))
  },
)

it('serves and stops as ever where the collector is away', { timeout, ...long }, async () => {
  const shop = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect(await signUp(shop.address, 'away@example.com')).toMatchObject({ status: 200 })
  expect((await shop.end('SIGTERM')).status).toBe(0)
})
