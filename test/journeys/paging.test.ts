import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { newId } from '#platform/context'
import { type Answer, createPerson, createTool, request } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { expectFields } from '../problems.ts'

let shop: TestShop
/** Newest first, as the list shows them. */
let tools: string[]

beforeAll(async () => {
  shop = await startTestShop()
  const made: string[] = []
  while (made.length < 23) made.push(await createTool(shop))
  // Ids sort by the millisecond they were made in; two of the same one by chance.
  tools = made.toSorted().toReversed()
  await createTool(shop)
  await sql`update tool set archived_at = now() where id <> all(${tools}::uuid[])`.execute(shop.db)
})
afterAll(() => shop.close())

const ids = (answer: Answer): string[] => answer.body.map((tool: { _id: string }) => tool._id)
const get = (path: string) => request(new URL(path, shop.address).href, 'GET')

function nextOf(answer: Answer): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
}

/** Follows the Link header as far as it leads. */
async function walk(path: string): Promise<Answer[]> {
  const pages: Answer[] = []
  for (let next: string | undefined = path; next; next = nextOf(pages.at(-1) ?? (await get(path)))) {
    pages.push(await get(next))
    if (pages.length > 100) throw new Error('the pages have no end')
  }
  return pages
}

describe('every list that pages (finding 9)', () => {
  const missing = '00000000-0000-7000-8000-000000000000'
  const garbage = ['x', '-'.repeat(36), "' or true --", '1_2', '9'.repeat(40), '%00', '\ud800']
  const addressOf = ({ path }: { path: string }, email: string) =>
    path
      .replace(/^\/orders$/, `/orders?email=${email}`)
      .replace('/tools/:id', `/tools/${tools[0]}`)
      .replace(':id', missing)
      .replace(':kind', 'parts')
      .replace(':report', 'orders')
      .replace(':report', 'orders')

  it('refuses what is no place in it, and no number of rows, in words that say what to do (finding 35)', async () => {
    const admin = await createPerson(shop, 'admin')
    const lists = shop.api.mounted().filter(({ endpoint: { query } }) => {
      const { def } = (query as z.core.$ZodTypes | undefined)?._zod ?? {}
      return def?.type === 'object' && ('after' in def.shape || 'limit' in def.shape)
    })
    expect(lists.length).toBeGreaterThanOrEqual(12)
    for (const { endpoint } of lists) {
      const address = addressOf(endpoint, admin.email)
      for (const [name, values, message] of [
        ['after', garbage, /^That is no place in this list\. Leave it out/],
        ['limit', ['-1', '1.5', 'ten', ''], 'Use a whole number.'],
        ['limit', ['0', '00'], 'Ask for 1 row or more.'],
      ] as const) {
        for (const value of values) {
          const answer = await admin.call(
            'GET',
            `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value.toWellFormed())}`,
          )
          expectFields(answer, [[name, message]])
        }
      }
    }
  })
})

describe('the list of tools', () => {
  it.each([1, 5, 23, 24, 200])(
    '[S7.04 D2.09] leads with a limit of %d past every tool once, newest first',
    async limit => {
      const pages = await walk(`/api/tools?limit=${limit}`)
      expect(pages.flatMap(ids)).toEqual(tools)
      expect(pages).toHaveLength(Math.ceil(tools.length / limit))
      for (const page of pages) {
        expect(page.status).toBe(200)
        expect(page.body.length).toBeLessThanOrEqual(limit)
        expect(page.headers.get('x-total-count')).toBe('23')
      }
    },
  )

  it('keeps its place while tools come and go', async () => {
    const first = await get('/api/tools?limit=10')
    const newcomer = await createTool(shop)
    await sql`update tool set archived_at = now() where id = any(${[tools[9], tools[10]]}::uuid[])`.execute(shop.db)
    const second = await get(nextOf(first) ?? '')
    expect(ids(second)).toEqual(tools.slice(11, 21))
    await sql`update tool set archived_at = null where id = any(${tools}::uuid[])`.execute(shop.db)
    await sql`update tool set archived_at = now() where id = ${newcomer}`.execute(shop.db)
  })

  it('[D2.09] has 200 on a page at most', async () => {
    const rows = JSON.stringify(Array.from({ length: 200 }, () => ({ id: newId() })))
    await sql`
      insert into tool (id, name, description, price, on_hand, minimum_quantity)
      select id, 'One of many', 'A tool for tests.', 100, 0, 1
      from jsonb_to_recordset(${rows}::jsonb) as row (id uuid)`.execute(shop.db)
    for (const asked of ['', '?limit=201', '?limit=999999999']) {
      const page = await get(`/api/tools${asked}`)
      expect(page.body).toHaveLength(200)
      expect(page.headers.get('x-total-count')).toBe('223')
      expect(nextOf(page)).toContain('limit=200')
    }
    await sql`update tool set archived_at = now() where name = 'One of many'`.execute(shop.db)
  })

  it('goes through a category alone, and counts it alone', async () => {
    const category = newId()
    await sql`insert into category (id, slug, name) values (${category}, 'bremsen-öl', 'Brakes')`.execute(shop.db)
    const members = tools.slice(3, 8)
    await sql`update tool set category_id = ${category} where id = any(${members}::uuid[])`.execute(shop.db)
    const pages = await walk('/api/tools?limit=2&category=bremsen-%C3%B6l')
    expect(pages.flatMap(ids)).toEqual(members)
    expect(pages[0]?.headers.get('x-total-count')).toBe('5')
    expect((await get('/api/tools?category=nothing')).body).toEqual([])
  })

  it.each(['limit=-1', 'limit=1.5', 'limit=ten', 'limit=1&limit=2', `after=${'x'.repeat(81)}`, 'category=%00'])(
    'refuses %s',
    async asked => {
      expect(await get(`/api/tools?${asked}`)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    },
  )

  it('ends after its last tool', async () => {
    expect(ids(await get(`/api/tools?limit=3&after=${tools.at(-1)}`))).toEqual([])
  })

  it('[S3.01 S7.05] shows what a tool is at the edge', async () => {
    const { body } = await get(`/api/tools/${tools[20]}`)
    expect(body).toMatchObject({
      _id: tools[20], name: expect.stringMatching(/^Test tool /), description: 'A tool for tests.', price: 25, availableQuantity: 100, minimumQuantity: 1, ratings: null, ratingCount: 0, tags: [],
      img: null, picture: null, brand: null, partNumber: null, version: 1,
    }) // prettier-ignore
    expect((await get('/api/tools?limit=200')).body).toContainEqual(body)
  })
})
