import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTool, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

/** A shop whose search server nobody reaches. */
let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ environment: { SEARCH_URL: 'http://127.0.0.1:1/tappet' } })
}, 60_000)
afterAll(() => shop.close())

it('refuses what is searched by words or listed, says what to do, and goes on finding part numbers', async () => {
  const id = await createTool(shop, { name: 'Brass drift' })
  await sql`insert into brand (id, name) values (${id}, 'Halden')`.execute(shop.db)
  await sql`update tool set brand_id = ${id}, part_number = 'HD-7713' where id = ${id}`.execute(shop.db)
  const { call } = visitor(shop)
  for (const path of ['/search?q=brass', '/search'])
    expect(await call('GET', path)).toMatchObject({ status: 503, body: { code: 'search-unavailable' } })
  expect((await fetch(`${shop.address}/readyz`)).status).toBe(200)
  const answer = await call('GET', '/search?q=HD-7713')
  expect([answer.status, answer.body.tools.map(({ name }: { name: string }) => name)]).toEqual([200, ['Brass drift']])
})
