import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool, openDatabase } from '#platform/database'
import { createHttp } from '#platform/http'
import { createLog } from '#platform/log'
import { readSettings } from '../../src/app/settings.server.ts'
import { openShopDatabase } from '#platform/postgres/shop-database'
import { newId } from '#platform/context'
import { sql } from 'kysely'
import { accessTokens, bearerOf, findCaller } from '#services/accounts'
import type { Figure } from '../measure/figure.ts'
import { quantile, rounded } from '../measure/rounds.ts'

const rounds = 20
const requestsInRound = 800
/** Rounds until the engine has compiled what runs often; they do not count. */
const warmUp = 4
const inFlight = 8
/** As `composeParts` opens it. */
const poolSize = 16

/**
 * What the check of an access token adds to a request: the same handler with and without it, by turns, in one process on
 * the real database. The row of the caller is read each time, so that a role or a logout counts at once; the time that
 * this waits for the database is not the shop's, and is told apart from the work.
 */
export async function tokenCheck(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-bench-'))
  const settings = readSettings({ DATA_DIR: dataDir, PORT: '0', DEMO: 'no', LOG_LEVEL: 'fatal' })
  const database = await openShopDatabase(settings)
  const pool = createPool(database.url, { max: poolSize })
  try {
    return await measure({ db: openDatabase(pool), now: () => new Date(), settings })
  } finally {
    await pool.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Ctx = Parameters<typeof findCaller>[0]

async function measure(ctx: Ctx): Promise<Figure[]> {
  const tokens = accessTokens(['a-bench-secret-that-is-long-enough-for-signing'])
  const { token } = tokens.sign(await enterSomebody(ctx), ctx.now())
  const headers = { authorization: `Bearer ${token}` }
  const http = await createHttp(ctx.settings, createLog('fatal'))
  http.route({ method: 'GET', url: '/open', handler: async () => ({ ok: true }) })
  http.route({
    method: 'GET',
    url: '/checked',
    handler: async request => {
      const caller = await findCaller(ctx, tokens, bearerOf(request.headers.authorization) ?? '')
      if (!caller) throw new Error('the bench is not known to its own shop')
      return { ok: true }
    },
  })
  const ask = (url: string) => http.inject({ url, headers })
  const [open, checked] = [emptyTimes(), emptyTimes()]
  for (let round = -warmUp; round < rounds; round += 1) {
    await timed(round < 0 ? emptyTimes() : open, () => ask('/open'))
    await timed(round < 0 ? emptyTimes() : checked, () => ask('/checked'))
  }
  const verification = verificationTime(() => tokens.verify(token, ctx.now()))
  await http.close()
  const difference = (of: (times: Times) => number) => rounded((of(checked) - of(open)) * 1000, 0)
  return [
    { name: 'verifying the token', value: rounded(verification * 1000, 1), unit: 'µs' },
    {
      name: 'the whole check, work of the shop in one request',
      value: difference(({ workMs }) => quantile(workMs, 0.5)),
      unit: 'µs',
      limit: 200,
    },
    {
      name: `the whole check, time added to a request, ${inFlight} at a time`,
      value: difference(({ elapsedMs }) => quantile(elapsedMs, 0.5)),
      unit: 'µs',
      limit: 200,
    },
    {
      name: 'the whole check, time added to a request that is alone',
      value: difference(({ aloneMs }) => quantile(aloneMs, 0.5)),
      unit: 'µs',
    },
  ]
}

/** Milliseconds for one request: of the processor, of the clock with others in flight, and of the clock alone. */
type Times = { workMs: number[]; elapsedMs: number[]; aloneMs: number[] }
const emptyTimes = (): Times => ({ workMs: [], elapsedMs: [], aloneMs: [] })

async function timed(times: Times, ask: () => Promise<{ statusCode: number }>): Promise<void> {
  const work = process.cpuUsage()
  const began = performance.now()
  for (let count = 0; count < requestsInRound; count += inFlight) {
    const answers = await Promise.all(Array.from({ length: inFlight }, ask))
    if (answers.some(({ statusCode }) => statusCode !== 200)) throw new Error('a request of the bench was refused')
  }
  times.elapsedMs.push((performance.now() - began) / requestsInRound)
  const { user, system } = process.cpuUsage(work)
  times.workMs.push((user + system) / 1000 / requestsInRound)
  for (let count = 0; count < inFlight; count += 1) {
    const asked = performance.now()
    await ask()
    times.aloneMs.push(performance.now() - asked)
  }
}

function verificationTime(verify: () => unknown): number {
  const times = Array.from({ length: 20_000 }, () => {
    const began = performance.now()
    if (!verify()) throw new Error('the token of the bench is refused')
    return performance.now() - began
  })
  return quantile(times.slice(times.length / 2), 0.5)
}

async function enterSomebody({ db }: Ctx): Promise<{ accountId: string; sessionId: string }> {
  const [accountId, sessionId] = [newId(), newId()]
  await sql`
    insert into account (id, issuer, subject, email, email_verified, display_name, created_at, updated_at)
    values (${accountId}, 'bench', 'bench', 'bench@example.com', true, 'Bench', now(), now())`.execute(db)
  await sql`
    insert into account_session (id, account_id, identity_session, created_at, last_seen_at, proven_at)
    values (${sessionId}, ${accountId}, 'bench', now(), now(), now())`.execute(db)
  return { accountId, sessionId }
}
