import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttp } from '#platform/http'
import { mountHealth } from '../../src/app/operations/operations.server.ts'
import { composeTestShop } from '../shop/compose.ts'
import { databaseUrl, onServer } from '../shop/databases.ts'
import { createPerson, bearer, createTool, orderOf, placeOrder, request, signIn, signUp } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, createTestDatabase, startTestShop } from '../harness.ts'
import { expectProblem } from '../problems.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ environment: { TAX_RATE: '0.19' } })
})
afterAll(() => shop.close())

const get = (path: string, headers: Record<string, string> = {}, where = shop) =>
  request(`${where.address}${path}`, 'GET', undefined, headers)

/** With a Host header of its own, which `fetch` does not let anybody write. */
function getAs(
  host: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = plainRequest(`${shop.address}${path}`, { headers: { ...headers, host } }, answer => {
      let body = ''
      answer.on('data', chunk => (body += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    sent.on('error', reject).end()
  })
}

function expectNothingThere(answer: { status: number; body: unknown }): void {
  expect(answer.status).toBe(404)
  expect(JSON.stringify(answer.body)).toContain('no-such-call')
}

describe('a shop', () => {
  it('is alive and ready, and says so without being kept', async () => {
    const alive = await get('/healthz')
    expect(alive).toMatchObject({ status: 200, body: { status: 'alive' } })
    const ready = await get('/readyz')
    expect(ready).toMatchObject({ status: 200, body: { status: 'ready' } })
    for (const answer of [alive, ready]) expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('with search=yes is ready once its index is loaded, and without it before (finding 14)', async () => {
    const http = await createHttp(shop.system.settings, shop.system.log)
    let isLoaded = false
    mountHealth(http, { db: shop.db, isReady: () => true, isSearchReady: () => isLoaded })
    const statusOf = async (url: string) => (await http.inject(url)).statusCode
    expect([await statusOf('/readyz'), await statusOf('/readyz?search=yes')]).toEqual([200, 503])
    isLoaded = true
    expect(await statusOf('/readyz?search=yes')).toBe(200)
    await http.close()
    shop.loadSearch()
    await eventually(
      () => get('/readyz?search=yes'),
      ({ status }) => status === 200,
    )
  })

  it('is not ready before the accounts that it starts with are there, and those can log in (finding 14)', async () => {
    const database = await createTestDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'tappet-health-'))
    const starting = await composeTestShop({ databaseUrl: database.url, dataDir })
    const answered: number[] = []
    const ask = async () => {
      const { port } = starting.http.server.address() as { port: number }
      answered.push((await request(`http://127.0.0.1:${port}/readyz`, 'GET')).status)
    }
    await starting.start(ask)
    await ask()
    expect(answered).toEqual([503, 200])
    await starting.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('that has no room left to write says so, changes nothing, and is not ready for a while (finding 40)', async () => {
    const full = await startTestShop()
    const person = await createPerson(full)
    const profile = `/users/myProfile?email=${person.email}`
    // What PostgreSQL says when a table cannot grow.
    await sql`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
      full.db,
    )
    await sql`create trigger no_room before insert on profile for each row execute function no_room()`.execute(full.db)
    expectProblem(await person.call('PUT', profile, { phone: '+1 555 010 0148' }), 503, 'storage-full')
    expectProblem(await request(`${full.address}/readyz`, 'GET'), 503, 'storage-full')
    expect((await request(`${full.address}/healthz`, 'GET')).status).toBe(200)
    await full.close()
  })

  it('is alive but not ready while its database is gone, and ready again when it is back', async () => {
    const database = await createTestDatabase()
    const name = new URL(database.url).pathname.slice(1)
    const adminUrl = databaseUrl(database.url, 'postgres')
    const shop = await startTestShop({ database })
    try {
      expect((await get('/readyz', {}, shop)).status).toBe(200)
      await onServer(adminUrl, `alter database ${name} allow_connections false`)
      await onServer(adminUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
      const gone = await eventually(
        () => get('/readyz', {}, shop),
        answer => answer.status === 503,
      )
      expect(gone.body).toMatchObject({ status: 503, code: 'not-ready', message: expect.stringMatching(/\.$/) })
      expect(await get('/healthz', {}, shop)).toMatchObject({ status: 200 })
      await onServer(adminUrl, `alter database ${name} allow_connections true`)
      await eventually(
        () => get('/readyz', {}, shop),
        answer => answer.status === 200,
      )
      expect(await get('/api/tools', {}, shop)).toMatchObject({ status: 200, body: [] })
    } finally {
      await onServer(adminUrl, `alter database ${name} allow_connections true`)
      await shop.close()
      await database.drop()
    }
  })
})

describe('/metrics', () => {
  it('tells Prometheus of requests by their route, without ids', async () => {
    const tool = await createTool(shop)
    await get(`/api/tools/${tool}`)
    await get('/api/orders/1')
    const { status, body, headers } = await get('/metrics')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/plain')
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/api/tools/:id",status="200"} 1')
    expect(body).toContain('http_refused_total{method="GET",route="/api/orders/:id",status="401"} 1')
    expect(body).toContain('process_cpu_seconds_total')
    expect(body).toContain('tappet_jobs{queue="order-mail",state="failed"} 0')
    expect(body).toContain('tappet_database_connections{pool="tappet",state="wanted"} 0')
    expect(body).not.toContain(tool)
  })

  it('has every figure that the rules and the dashboard of deploy/ look at', async () => {
    const { body } = await get('/metrics')
    const there = new Set([...(body as string).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
    const deploy = join(import.meta.dirname, '../../deploy')
    const texts = ['alerts.yml', 'grafana.json'].map(name => readFileSync(join(deploy, name), 'utf8'))
    const wanted = texts.flatMap(text =>
      [...text.matchAll(/\b(?:tappet|http|nodejs|process)_\w+/g)].map(([name]) => name),
    )
    expect(wanted.length).toBeGreaterThan(20)
    expect(wanted.map(name => name.replace(/_(?:bucket|count)$/, '')).filter(name => !there.has(name))).toEqual([])
  })

  it('[D5.17] is not there for whoever comes through a proxy, or by another name', async () => {
    for (const header of [
      'x-forwarded-for',
      'forwarded',
      'x-real-ip',
      'via',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-server',
      'x-client-ip',
      'cf-connecting-ip',
      'true-client-ip',
    ]) {
      expectNothingThere(await get('/metrics', { [header]: '127.0.0.1' }))
    }
    const { port } = new URL(shop.address)
    for (const host of ['shop.example', `shop.example:${port}`, '10.0.0.1', '127.0.0.1.evil.example']) {
      expectNothingThere(await getAs(host, '/metrics'))
    }
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
      expect((await getAs(host, '/metrics')).status).toBe(200)
    }
  })

  it('wants its token where one is set, and then comes through a proxy as well', async () => {
    const guarded = await startTestShop({ environment: { METRICS_TOKEN: 'let me see' } })
    try {
      expectNothingThere(await get('/metrics', {}, guarded))
      expectNothingThere(await get('/metrics', bearer('let me'), guarded))
      expectNothingThere(await get('/metrics', bearer('let me sei'), guarded))
      expect(await get('/metrics', bearer('let me see'), guarded)).toMatchObject({ status: 200 })
      const proxied = { ...bearer('let me see'), 'x-forwarded-for': '10.0.0.1' }
      expect(await get('/metrics', proxied, guarded)).toMatchObject({ status: 200 })
    } finally {
      await guarded.close()
    }
  })
})

type Mail = { to: string; subject: string; text: string; html: string; links: string[] }

const outbox = async (): Promise<Mail[]> => (await get('/dev/mail', { accept: 'application/json' })).body

describe('/dev/mail', () => {
  it('[S2.12 D5.01 D5.11] has the link that verifies an account, which may then hold a second order', async () => {
    const email = 'newcomer@example.com'
    const newcomer = await signUp(shop, email)
    const tool = await createTool(shop)
    await placeOrder(newcomer, tool)
    const second = () => newcomer.call('POST', '/orders', orderOf(tool))
    expect(await second()).toMatchObject({ status: 409, body: { code: 'too-many-open-orders', details: { limit: 1 } } })

    const isVerification = (mail: Mail) => mail.to === email && mail.subject.startsWith('Confirm')
    const mail = (await eventually(outbox, mails => mails.some(isVerification))).find(isVerification)
    expect(mail).toMatchObject({ to: email, subject: expect.stringContaining('Confirm your email address') })
    const [link = ''] = mail?.links ?? []
    expect(link).toMatch(new RegExp(`^${shop.address}/confirm-email\\?token=[\\w-]{43}$`))
    expect(mail?.text).toContain(link)
    expect(mail?.html).toContain('Confirm my email address')
    const token = new URL(link).searchParams.get('token')
    expect((await newcomer.call('POST', '/email-confirmation', { token })).body).toEqual({ email, changed: false })

    // What the identity service knows now reaches the shop with its next ID token.
    const verified = await signIn(shop, email)
    expect((await verified.call('POST', '/orders', orderOf(tool))).status).toBe(200)
    expect((await second()).status).toBe(200)
  })

  it('shows the newest first, and a page to people', async () => {
    await signUp(shop, 'older@example.com')
    // Mail of orders of the tests above may come in between.
    const receivers = async () => (await outbox()).map(({ to }) => to).filter(to => /^(older|newer)@/.test(to))
    await eventually(receivers, ([newest]) => newest === 'older@example.com')
    await signUp(shop, 'newer@example.com')
    expect(await eventually(receivers, ({ length }) => length === 2)).toEqual([
      'newer@example.com',
      'older@example.com',
    ])
    const page = await get('/dev/mail', { accept: 'text/html' })
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.body).toContain('newer@example.com')
    // A message's own HTML stands in a frame that runs nothing, and its address and subject are text.
    expect(page.body).toMatch(
      /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&#60;!doctype/,
    )
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  it('[D5.15 D5.17] is not there through a proxy, by another name, or in a shop that others reach', async () => {
    expectNothingThere(await get('/dev/mail', { 'x-forwarded-for': '127.0.0.1' }))
    expectNothingThere(await getAs('shop.example', '/dev/mail', { accept: 'application/json' }))
    const open = await startTestShop({ environment: { PUBLIC_URL: 'https://shop.example', ALLOW_SANDBOX: 'yes' } })
    const { port } = open.http.server.address() as { port: number }
    try {
      for (const path of ['/dev/mail', '/metrics']) {
        expectNothingThere(await request(`http://127.0.0.1:${port}${path}`, 'GET'))
      }
    } finally {
      await open.close()
    }
  })

  // Only root can start a program of another user, and only Linux says whose a connection is.
  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'is not there for a program of another user, as a proxy that adds no header is (finding 42)',
    async () => {
      const script = `fetch('${shop.address}/dev/mail').then(({ status }) => console.log(status))`
      const statusAs = (uid: number) =>
        new Promise((resolve, reject) => {
          execFile(process.execPath, ['-e', script], { uid, cwd: '/' }, (error, stdout) =>
            error ? reject(error) : resolve(stdout.trim()),
          )
        })
      const nobody = 65_534
      expect([await statusAs(0), await statusAs(nobody)]).toEqual(['200', '404'])
    },
  )
})
