import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, request } from '../factories.ts'
import { type TestDatabase } from '../shop/databases.ts'
import { createTestDatabase } from '../harness.ts'
import { quiet } from './quiet.ts'
import { buildOnce, connect, startShopProcess } from '../shop/process.ts'

const timeout = 60_000

let dataDir: string
let database: TestDatabase

beforeAll(async () => {
  await buildOnce()
  dataDir = await mkdtemp(join(tmpdir(), 'tappet-log-'))
  database = await createTestDatabase()
}, timeout)
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Personal data, wherever it stands in an address. */
const vin = '1HGCM82693A000001'

const start = ({ url } = database) => startShopProcess({ DATA_DIR: dataDir, DATABASE_URL: url })

describe('the log', { timeout }, () => {
  it('has the cause of whatever failed, a line of JSON each, with the id that the answer had', async () => {
    const broken = await createTestDatabase()
    const shop = await start(broken)
    const db = connect(broken.url)
    await sql`alter table tool rename to lost_tool`.execute(db)
    await sql`alter table identity."user" rename to lost_user`.execute(db)
    await sql`alter table sandbox.payment_intent rename to lost_intent`.execute(db)
    await sql`alter table make rename to lost_make`.execute(db)
    await db.destroy()
    const page = await fetch(`${shop.address}/?vin=${vin}`)
    const decoded = await request(`${shop.address}/api/vin/${vin}`, 'GET')
    const login = { email: 'somebody@example.com', password: 'a long test password' }
    const identity = await request(`${shop.address}/identity/sign-in/email`, 'POST', login)
    const secretKey = `sk_test_sandbox_${(await readFile(join(dataDir, 'sandbox-secret'), 'utf8')).slice(0, 24)}`
    const card = await request(`${shop.address}/sandbox/v1/payment_intents/pi_1`, 'GET', undefined, bearer(secretKey))
    const lost = await fetch(`${shop.address}/no/such/page`)
    const { stderr } = await shop.end('SIGTERM')
    await broken.drop()
    expect(lost.status).toBe(404)
    expect({ page: page.status, vin: decoded.status, identity: identity.status, card: card.status }).toEqual({
      page: 500,
      vin: 500,
      identity: 500,
      card: 500,
    })
    const lines = stderr
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    const causes = lines.map(({ error, requestId }) => ({ requestId, cause: error?.message ?? '' }))
    expect(causes).toContainEqual({
      requestId: page.headers.get('x-request-id'),
      cause: expect.stringContaining('relation "tool" does not exist'),
    })
    expect(causes).toContainEqual({
      requestId: identity.headers.get('x-request-id'),
      cause: expect.stringMatching(/user/),
    })
    expect(causes).toContainEqual({
      requestId: card.headers.get('request-id'),
      cause: expect.stringContaining('does not exist'),
    })
    expect(causes).toContainEqual({
      requestId: decoded.headers.get('x-request-id'),
      cause: expect.stringContaining('relation "make" does not exist'),
    })
    expect(stderr).not.toContain(login.password)
    expect(stderr).not.toContain(vin)
  })
})

describe('the security log', { timeout }, () => {
  it('has logins, their failures and refusals, with who, where and the id of the answer (finding 33)', async () => {
    const shop = await start()
    const login = { email: 'padma@example.com', password: 'a long test password' }
    const send = (path: string, body: object) => request(`${shop.address}/identity${path}`, 'POST', body)
    const joined = await send('/sign-up/email', { ...login, name: 'Padma' })
    const failed = await send('/sign-in/email', { ...login, password: 'not the password' })
    const entered = await send('/sign-in/email', login)
    const idToken = await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(entered.body.token))
    const path = `${shop.address}/api/user/${login.email}`
    const { token } = (await request(path, 'PUT', { email: login.email }, bearer(idToken.body.token))).body
    const refused = await request(`${shop.address}/api/allOrders`, 'GET', undefined, bearer(token))
    const { stderr } = await shop.end('SIGTERM')
    const events = stderr
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
      .filter(line => line.security)
    const at = (answer: { headers: Headers }) => ({
      address: '127.0.0.1',
      requestId: answer.headers.get('x-request-id'),
    })
    const user = entered.body.user.id
    expect(events).toMatchObject([
      { security: 'sign-up', user, ...at(joined) },
      { security: 'sign-in', user, ...at(joined) },
      { security: 'sign-in-failed', email: login.email, reason: 'INVALID_EMAIL_OR_PASSWORD', ...at(failed) },
      { security: 'sign-in', user, way: '/sign-in/email', ...at(entered) },
      { security: 'request-refused', reason: 'not-permitted', route: '/api/allOrders', ...at(refused) },
    ])
    for (const secret of [login.password, 'not the password', token, entered.body.token])
      expect(stderr).not.toContain(secret)
  })
})

describe('the Host header', { timeout }, () => {
  it('may be malformed, and says nothing about where the shop is', async () => {
    const shop = await start()
    const statusOf = (path: string, host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = plainRequest(shop.address, { path, headers: { host } }, answer => {
          answer.resume().on('end', () => resolve(answer.statusCode))
        })
        sent.on('error', reject).end()
      })
    for (const host of ['no such host:port:', '[', '', 'evil.example']) {
      expect([await statusOf('/', host), await statusOf('/identity/token', host)]).toEqual([200, 401])
      for (const path of ['//', '//evil.example/', '/\\evil.example/', 'http://evil.example/']) {
        expect(await statusOf(path, host), path).toBeLessThan(500)
      }
    }
    expect(await shop.end('SIGTERM')).toMatchObject({ status: 0, stderr: quiet })
  })

  it('may be the other name of this machine, also to sign in', async () => {
    const shop = await start()
    const { port } = new URL(shop.address)
    const origin = `http://localhost:${port}`
    const body = JSON.stringify({ name: 'Ann', email: 'ann@example.com', password: 'a long test password' })
    const answer = await fetch(`${origin}/identity/sign-up/email`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body,
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toContainEqual(expect.stringContaining('session_token='))
    expect(await shop.end('SIGTERM')).toMatchObject({ status: 0, stderr: quiet })
  })
})
