import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#platform/database'
import { type Answer, bearer, payWithCard, request } from '../factories.ts'
import { createTestDatabase } from '../harness.ts'
import { type ComposedShop, type Doom, launchShop, publishableKey, secret } from './composed-shop.ts'
import type { Somebody } from './people.ts'
import { type Clockwork, wind } from './queue.ts'
import { connect } from './shop-process.ts'

/** A shop that is started again whenever it dies, as a supervisor does it, and nothing else is done for it. */
export type KeptShop = {
  db: Database
  clockwork: Clockwork
  /** Where it is now; waits while it is down. */
  address(): Promise<string>
  /** Has the next death happen there. What it returns settles after it, with the name of the step. */
  doom(doom: Doom): Promise<{ death: Promise<string | undefined> }>
  /** The steps that its processes have come to so far. */
  steps(): Set<string>
  /** Stops it in order and drops its database. Returns the exit status. */
  close(): Promise<number | null>
}

export async function keepShop(): Promise<KeptShop> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-kept-'))
  const opening = { databaseUrl: database.url, dataDir, secret, environment: { MAX_OPEN_ORDERS: '1000' } }
  const db = connect(database.url)
  const reached = new Set<string>()
  let isClosing = false
  // The next one loads its code while the one before it lives: so a start takes no time of the test.
  let next = launchShop()
  let now: ComposedShop = next
  let address: Promise<string>

  const start = (): Promise<string> => {
    now = next
    next = launchShop()
    const opened = now.open(opening)
    void now.ended.then(onEnd)
    return opened
  }
  const onEnd = () => {
    for (const step of now.steps) reached.add(step)
    if (isClosing) return
    address = clockwork.passMinutes().then(start)
    address.catch(() => undefined)
  }
  address = start()
  await address
  const clockwork = await wind(database.url, db)

  return {
    db,
    clockwork,
    address: () => address,
    steps: () => new Set([...reached, ...now.steps]),
    async doom(doom) {
      const shop = now
      await shop.doom(doom)
      return { death: shop.ended.then(() => (shop.signal() === 'SIGKILL' ? shop.diesAt() : undefined)) }
    },
    async close() {
      isClosing = true
      await address
      const status = await now.stop()
      await next.stop()
      await clockwork.stop()
      await db.destroy()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      return status
    },
  }
}

/** So long a client asks again; more than a shop needs to come back. */
const patienceMs = 60_000
const pauseMs = 100

/** Asks until there is an answer that is one: nobody there, or a failure of the server, is none. */
export async function askUntilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer && answer.status < 500) return answer
    if (Date.now() > deadline) throw new Error(`no answer in ${patienceMs} ms: ${JSON.stringify(answer)}`)
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
}

/** Somebody's browser: it sends the same again, with the same key, when the shop died over it. */
export function browserOf(shop: Pick<KeptShop, 'address'>, somebody: Somebody) {
  const call = (method: string, path: string, body?: unknown, key?: string) =>
    askUntilAnswered(async () =>
      request(`${await shop.address()}/api${path}`, method, body, {
        ...bearer(somebody.token),
        ...(key && { 'idempotency-key': key }),
      }),
    )
  const pay = (payment: { intentId: string; clientSecret: string }, card?: string) =>
    askUntilAnswered(async () => {
      const { status, body } = await payWithCard(
        { address: await shop.address(), payment: { publishableKey } },
        payment,
        card,
      )
      return { status, body, headers: new Headers() }
    })
  return { call, pay }
}

export type Browser = ReturnType<typeof browserOf>
