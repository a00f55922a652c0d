import { randomBytes } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import Fastify from 'fastify'
import Stripe from 'stripe'
import { type Database, createPool, openDatabase } from '#platform/database'
import { createJobs } from '#platform/jobs'
import { createLog } from '#platform/log'
import { createTestDatabase } from '../harness.ts'
import type { PaymentPort } from '../../src/modules/ordering/payments/port.server.ts'
import { sandboxProvider } from '../../src/dev/stripe-sandbox/stripe-sandbox.server.ts'
import { stripePayments } from '../../src/modules/ordering/payments/stripe.server.ts'
import type { SandboxSecrets } from '../../src/dev/stripe-sandbox/keys.server.ts'

/** The sandbox as the shop runs it: a listening Fastify, a real PostgreSQL, a queue on it, a receiver of its events. */
export type Rig = {
  db: Database
  secrets: SandboxSecrets
  base: string
  port: PaymentPort
  stripe: Stripe
  received: Received[]
  /** Moves the sandbox's clock. */
  clock: { now: () => Date }
  /** What the receiver answers to the next events: statuses, then 200 again. */
  answers: number[]
  stop(): Promise<void>
}

export type Received = {
  body: string
  signature: string | undefined
  status: number
  type: string
  intentId: string | undefined
}

export async function startRig(): Promise<Rig> {
  const database = await createTestDatabase()
  const db = openDatabase(createPool(database.url))
  const secrets = {
    secretKey: `sk_test_sandbox_${randomBytes(12).toString('hex')}`,
    publishableKey: `pk_test_sandbox_${randomBytes(12).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(24).toString('base64url')}`,
  }
  const jobs = createJobs(database.url, createLog('silent'))
  const clock = { now: () => new Date() }
  const receiver = await startReceiver(secrets.webhookSecret)
  const app = Fastify()
  await app.register(sandboxProvider({ db, secrets, jobs, webhookUrl: () => receiver.url, clock: () => clock.now() }), {
    prefix: '/sandbox/v1',
  })
  await jobs.start()
  const base = `${await app.listen({ host: '127.0.0.1', port: 0 })}/sandbox/v1`
  const port = stripePayments({ provider: 'sandbox', ...secrets, api: { baseUrl: () => base } })
  return {
    db,
    secrets,
    base,
    port,
    clock,
    stripe: sdkFor(base, secrets.secretKey),
    received: receiver.received,
    answers: receiver.answers,
    async stop() {
      await app.close()
      await jobs.stop()
      receiver.server.closeAllConnections()
      await new Promise(resolve => receiver.server.close(resolve))
      await db.destroy()
      await database.drop()
    },
  }
}

/** Stripe's SDK as anybody would use it, except that its requests go to the sandbox. */
export function sdkFor(base: string, key: string, retries = 2): Stripe {
  const httpClient = Stripe.createFetchHttpClient((url, init) =>
    fetch((url instanceof Request ? url.url : String(url)).replace('https://api.stripe.com/v1', base), init),
  )
  return new Stripe(key, { httpClient, maxNetworkRetries: retries, telemetry: false })
}

type Given = { key: string; method?: string; form?: Record<string, string>; headers?: Record<string, string> }
export type WireAnswer = { status: number; headers: Headers; body: Record<string, unknown> }

/** A bare request, for what a browser sends and what the SDK would not. */
export async function send(rig: Rig, path: string, given: Given): Promise<WireAnswer> {
  const method = given.method ?? 'POST'
  const response = await fetch(`${rig.base}/${path}`, {
    method,
    headers: { authorization: `Bearer ${given.key}`, ...given.headers },
    ...(method === 'POST' && { body: new URLSearchParams(given.form ?? {}) }),
  })
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null) throw new TypeError('an answer is an object')
  return { status: response.status, headers: response.headers, body: Object.fromEntries(Object.entries(body)) }
}

/** The parameters of a card, as a browser sends them. */
export function cardForm(number: string, extra: Record<string, string> = {}): Record<string, string> {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '40',
    'payment_method_data[card][cvc]': number.startsWith('37') ? '1234' : '123',
    'payment_method_data[billing_details][name]': 'Rahim Traders',
    ...extra,
  }
}

export async function waitFor(isDone: () => boolean, timeoutMs = 20_000): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!isDone()) {
    if (Date.now() > end) throw new Error('waited in vain')
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

async function startReceiver(webhookSecret: string) {
  const received: Received[] = []
  const answers: number[] = []
  const { webhooks } = new Stripe('sk_test_none')
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const header = request.headers['stripe-signature']
      const signature = typeof header === 'string' ? header : undefined
      const event = webhooks.constructEvent(body, signature ?? '', webhookSecret)
      const { object } = event.data
      const intentId = 'payment_intent' in object ? object.payment_intent : 'id' in object && object.id
      const status = answers.shift() ?? 200
      const kept = typeof intentId === 'string' ? intentId : undefined
      received.push({ body, signature, status, type: event.type, intentId: kept })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, received, answers, url: `http://127.0.0.1:${portOf(server)}/api/webhooks/payments` }
}

export function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server listens on no port')
  return address.port
}
