import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#platform/database'
import { type Answer, bearer, payWithCard, request } from '../factories.ts'
import { createTestDatabase } from '../harness.ts'
import { sandboxSecrets } from '../shop/compose.ts'
import { type ControlledShop, type Doom, type Opening, launchShop } from '../shop/controlled.ts'
import type { Somebody } from '../shop/people.ts'
import { type Clockwork, wind } from './queue.ts'
import { connect } from '../shop/process.ts'

/** A shop's process that is started again whenever it dies, as a supervisor does it. */
export type KeptProcess = {
  /** Where it is now; waits while it is down. */
  address(): Promise<string>
  isUp(): boolean
  now(): ControlledShop
  /** The steps that its processes have come to so far. */
  steps(): Set<string>
  /** How often it has ended by itself once it was open: neither killed nor told to. */
  crashes(): number
  /** Stops it in order. Returns the exit status. */
  close(): Promise<number | null>
}

/** `whenDown` is done before the next start. */
export async function keepProcess(opening: Opening, whenDown: () => Promise<void>): Promise<KeptProcess> {
  const reached = new Set<string>()
  let isClosing = false
  let isUp = false
  let crashes = 0
  // The next one loads its code while the one before it lives: so a start takes no time of the test.
  let next = launchShop()
  let now: ControlledShop = next
  const start = async (): Promise<string> => {
    now = next
    next = launchShop()
    void now.ended.then(onEnd)
    const opened = await now.open(opening)
    isUp = true
    return opened
  }
  const onEnd = () => {
    const wasUp = isUp
    isUp = false
    for (const step of now.steps) reached.add(step)
    if (isClosing) return
    if (wasUp && now.signal() !== 'SIGKILL') crashes += 1
    address = whenDown().then(start)
    address.catch(() => undefined)
  }
  let address = start()
  await address
  return {
    address: () => address,
    isUp: () => isUp,
    now: () => now,
    steps: () => new Set([...reached, ...now.steps]),
    crashes: () => crashes,
    async close() {
      await address
      isClosing = true
      const status = await now.stop()
      await next.stop()
      return status
    },
  }
}

/** A shop on a database of its own; nothing is done for it but that it is started again. */
export type KeptShop = {
  db: Database
  clockwork: Clockwork
  address(): Promise<string>
  steps(): Set<string>
  /** Has it die there. What this returns settles after that, with the name of the step. */
  doom(doom: Doom): Promise<{ death: Promise<string | undefined> }>
  /** Stops it in order and drops its database. Returns the exit status. */
  close(): Promise<number | null>
}

export async function keepShop(): Promise<KeptShop> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-kept-'))
  const environment = { MAX_OPEN_ORDERS: '1000' }
  const db = connect(database.url)
  let clockwork: Clockwork | undefined
  const shop = await keepProcess({ databaseUrl: database.url, dataDir, environment, tellsFailpoints: true }, () =>
    clockworkOf(clockwork).passMinutes(),
  )
  // The first shop has made the queue's tables.
  clockwork = await wind(database.url, db)
  return {
    db,
    clockwork,
    address: shop.address,
    steps: shop.steps,
    async doom(doom) {
      const doomed = shop.now()
      await doomed.doom(doom)
      return { death: doomed.ended.then(() => (doomed.signal() === 'SIGKILL' ? doomed.diesAt() : undefined)) }
    },
    async close() {
      const status = await shop.close()
      await clockwork.stop()
      await db.destroy()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      return status
    },
  }
}

function clockworkOf(clockwork: Clockwork | undefined): Clockwork {
  if (!clockwork) throw new Error('the shop died before it was open')
  return clockwork
}

/** So long a client asks again; more than a shop needs to come back. */
const patienceMs = 60_000
const pauseMs = 100

/** Asks until there is an answer that is one: nobody there, or a failure of the server, is none. */
async function answerOf(ask: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer && answer.status < 500) return answer
    if (Date.now() > deadline) throw new Error(`no answer in ${patienceMs} ms: ${JSON.stringify(answer)}`)
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
}

/** Somebody's browser: it sends the same again, with the same key, when the shop died over it. */
export function browserOf(shop: Pick<KeptShop, 'address'> & { onAnswer?: () => void }, somebody: Somebody) {
  const askUntilAnswered = async (ask: () => Promise<Answer>) => {
    const answer = await answerOf(ask)
    shop.onAnswer?.()
    return answer
  }
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
        { address: await shop.address(), payment: sandboxSecrets },
        payment,
        card,
      )
      return { status, body, headers: new Headers() }
    })
  /** What the bank asks for the card; passed, unless an earlier try has passed it. */
  const passChallenge = (payment: { intentId: string; clientSecret: string }) =>
    askUntilAnswered(async () =>
      request(
        `${await shop.address()}/sandbox/v1/payment_intents/${payment.intentId}/authenticate`,
        'POST',
        new URLSearchParams({ client_secret: payment.clientSecret, outcome: 'pass' }).toString(),
        { ...bearer(sandboxSecrets.publishableKey), 'content-type': 'application/x-www-form-urlencoded' },
      ),
    )
  return { call, pay, passChallenge }
}

export type Browser = ReturnType<typeof browserOf>
