import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, createTool, request } from '../factories.ts'
import { type TestShop, createTestDatabase, startTestShop } from '../harness.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ environment: { TAX_RATE: '0.19' } })
})
afterAll(() => shop.close())

const get = (path: string, headers: Record<string, string> = {}, where = shop) =>
  request(`${where.address}${path}`, 'GET', undefined, headers)

describe('what a browser asks first', () => {
  it('/api/config has the terms, and no secret', async () => {
    const { body, status } = await get('/api/config')
    expect(status).toBe(200)
    expect(body).toEqual({
      currency: 'usd',
      locale: 'en-US',
      timeZone: 'UTC',
      shop: { name: expect.any(String), url: shop.address },
      terms: { shippingFee: 9.9, freeShippingFrom: 50, taxRate: 0.19, pricesIncludeTax: false, reservationHours: 48 },
      pricesAfterSignIn: false,
      payments: {
        provider: 'sandbox',
        publishableKey: shop.payment.publishableKey,
        apiBase: '/sandbox/v1',
        testMode: true,
      },
      identity: {
        provider: 'embedded',
        issuer: 'urn:tappet:identity',
        google: { enabled: false, standIn: false },
        demo: false,
        passkeyHost: 'localhost',
      },
      imageHost: { url: '/api/images' },
    })
    expect(JSON.stringify(body)).not.toMatch(/sk_|whsec_|test-secret/)
  })

  it.each(['newTools', 'popularTools', 'reviews'])(
    '/data/%s.json is a list that a CDN may hold, and asks for again',
    async name => {
      const answer = await get(`/data/${name}.json`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(answer.headers.get('cache-control')).toBe('public, no-cache')
      expect(answer.body).toBeInstanceOf(Array)
    },
  )

  it('[S7.32 S9.04 D6.02] the published lists hold what the catalogue has: 3 new tools, 6 popular, the most sold first', async () => {
    const database = await createTestDatabase()
    const first = await startTestShop({ database })
    const made: string[] = []
    for (let count = 0; count < 8; count++) made.push(await createTool(first))
    const [least = '', most = ''] = made
    await sql`
      insert into tool_sales (day, tool_id, units)
      values (now()::date - 3, ${most}, 50), (now()::date - 89, ${least}, 7), (now()::date - 91, ${made[2]}, 900)`.execute(
      first.db,
    )
    await first.close()
    const shop = await startTestShop({ database })
    try {
      const newest = made.toSorted().toReversed()
      const ids = (answer: Answer) => answer.body.map((tool: { _id: string }) => tool._id)
      expect(ids(await get('/data/newTools.json', {}, shop))).toEqual(newest.slice(0, 3))
      const others = newest.filter(id => id !== most && id !== least)
      expect(ids(await get('/data/popularTools.json', {}, shop))).toEqual([most, least, ...others].slice(0, 6))
    } finally {
      await shop.close()
      await database.drop()
    }
  })

  it('every answer has a request id of its own', async () => {
    const answers = await Promise.all(
      ['/healthz', '/api/tools', '/api/nothing', '/data/reviews.json'].map(path => get(path)),
    )
    const ids = answers.map(answer => answer.headers.get('x-request-id') ?? '')
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(new Set(ids).size).toBe(ids.length)
    // Nobody else may choose it: it leads to a line of the log.
    expect((await get('/healthz', { 'x-request-id': 'mine' })).headers.get('x-request-id')).not.toBe('mine')
  })
})
