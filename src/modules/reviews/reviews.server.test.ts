import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Person, buy, createPerson, createTool, request, reviewBy, visitor } from '#test/factories'
import { eventually } from '#test/eventually'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const write = async (person: Person, more: Record<string, unknown> = {}) =>
  person.call('POST', '/review', await reviewBy(person, more))
const decide = (id: string, state: string, version = 1, who = admin) =>
  who.call('PUT', `/reviews/${id}/state`, { state, version })
const mine = async (person: Person) => (await person.call('GET', '/review/mine')).body
const ids = (answer: { body: { _id: string }[] }) => answer.body.map(review => review._id)
const published = async () => ids(await visitor(shop).call('GET', '/reviews'))
const toolOf = async (id: string) => (await visitor(shop).call('GET', `/tools/${id}`)).body

describe('writing a review', () => {
  it('[S3.05 S3.06 S7.23 S7.31 D2.33 D2.39 D6.01] keeps it waiting, with the account’s own name, and never shows the email, by either address (finding 25)', async () => {
    const person = await createPerson(shop)
    const answer = await write(person, { name: 'Somebody Else', email: admin.email, rating: '4' })
    expect(answer).toMatchObject({ status: 200, body: { insertedId: expect.any(String) } })
    const id: string = answer.body.insertedId
    expect(await mine(person)).toEqual({
      bought: [],
      reviews: [
        {
          _id: id, name: 'Test Person', business: null, rating: 4, review: 'It holds what it says.', state: 'waiting',
          verifiedBuyer: false, tools_id: null, toolName: null, writtenAt: expect.stringMatching(/Z$/),
          img: expect.stringContaining(`${shop.address}/images/`), picture: expect.objectContaining({ width: expect.any(Number) }),
        },
      ],
    }) // prettier-ignore
    expect(await published()).not.toContain(id)
    expect((await decide(id, 'approved')).body).toEqual({ modifiedCount: 1 })
    const shown = await visitor(shop).call('GET', '/reviews')
    expect(shown.body[0]).toMatchObject({ _id: id, name: 'Test Person', rating: 4, verifiedBuyer: false })
    expect(JSON.stringify(shown.body)).not.toContain('@')
    const { img } = shown.body[0]
    const plain = (await visitor(shop).call('GET', '/review')).body
    expect(plain[0]).toEqual({ _id: id, name: 'Test Person', img, rating: 4, review: 'It holds what it says.' })
    const file = join(shop.dataDir, 'published', 'reviews.json')
    await eventually(
      () => readFile(file, 'utf8'),
      text => text.includes(id) && !text.includes('@'),
    )
  })

  it.each([
    ['review', '', 'review is required **'],
    ['review', '   ', 'review is required **'],
    ['review', undefined, 'review is required **'],
    ['review', 'Too short', 'Write at least 10 characters.'],
    ['review', '👋👋👋👋👋👋', 'Write at least 10 characters.'],
    ['review', 'x'.repeat(2001), 'Use at most 2000 characters.'],
    ['review', 'It holds \0 what it says.', 'This holds a broken character. Leave it out.'],
    ['img', '', 'image is required'],
    ['img', undefined, 'image is required'],
    ['img', 'https://elsewhere.example/a.png', 'The shop did not give you this picture. Choose it once more.'],
    ['img', 'javascript:alert(1)', 'The shop did not give you this picture. Choose it once more.'],
    ['rating', '', 'Choose a rating from 5 to 1'],
    ['rating', undefined, 'Choose a rating from 5 to 1'],
    ['rating', 0, 'Choose a rating from 5 to 1'],
    ['rating', '6', 'Choose a rating from 5 to 1'],
    ['rating', 4.5, 'Use a whole number.'],
    ['tools_id', 'no id', expect.any(String)],
  ])('[S5.11 S5.12 S5.13 D2.37] refuses %s %j', async (field, value, message) => {
    const person = await createPerson(shop)
    const answer = await write(person, { [field]: value })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input', errors: [{ field, message }] } })
    expect(answer.body.errors).toHaveLength(1)
    expect((await mine(person)).reviews).toEqual([])
  })

  it('[D2.37] takes 10 and 2000 characters, as a reader counts them', async () => {
    const person = await createPerson(shop)
    for (const review of ['👋'.repeat(10), '👋'.repeat(2000), 'x'.repeat(10), ` ${'x'.repeat(2000)} `]) {
      expect((await write(person, { review })).status).toBe(200)
      expect((await mine(person)).reviews[0].review).toBe(review.trim())
    }
  })

  it('[D2.34] takes no picture that another account was given', async () => {
    const person = await createPerson(shop)
    const { img } = await reviewBy(person)
    const other = await createPerson(shop)
    const answer = await other.call('POST', '/review', { rating: 5, review: 'It holds what it says.', img })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'img' }] } })
  })

  it('[D2.35 D2.38] is about a tool only for those who have paid for it', async () => {
    const [tool, other] = [await createTool(shop), await createTool(shop)]
    const person = await createPerson(shop)
    expect(await write(person, { tools_id: tool })).toMatchObject({ status: 409, body: { code: 'not-bought' } })
    expect(await write(person, { tools_id: newId() })).toMatchObject({ status: 409, body: { code: 'not-bought' } })
    await buy(shop, person, tool)
    expect((await mine(person)).bought).toEqual([{ tools_id: tool, toolName: expect.any(String) }])
    expect((await write(person, { tools_id: tool })).status).toBe(200)
    expect(await write(person, { tools_id: other })).toMatchObject({ status: 409 })
    expect((await write(person, { tools_id: '' })).status).toBe(200)
    const { reviews } = await mine(person)
    expect(reviews.map((review: { tools_id: string | null }) => review.tools_id)).toEqual([null, tool])
    expect(reviews.every((review: { verifiedBuyer: boolean }) => review.verifiedBuyer)).toBe(true)
  })

  it('[D2.36] replaces the one before, which waits anew; the same words once more change nothing', async () => {
    const person = await createPerson(shop)
    const first = (await write(person)).body.insertedId
    await decide(first, 'approved')
    expect((await write(person)).body.insertedId).toBe(first)
    expect(await published()).toContain(first)
    expect((await write(person, { review: 'On second thought, less so.' })).body.insertedId).toBe(first)
    expect(await published()).not.toContain(first)
    expect((await mine(person)).reviews).toMatchObject([{ state: 'waiting', review: 'On second thought, less so.' }])
  })

  it('keeps what looks like markup as the words that it is', async () => {
    const person = await createPerson(shop)
    const review = '<script>alert("hello")</script> & <b>bold</b>'
    await write(person, { review })
    expect((await mine(person)).reviews[0].review).toBe(review)
  })
})

describe('a tool’s rating', () => {
  it('[D2.35] is the mean of its approved reviews, through every change of mind', async () => {
    const tool = await createTool(shop)
    const [one, other] = [await createPerson(shop), await createPerson(shop)]
    await buy(shop, one, tool)
    const order = await buy(shop, other, tool)
    const rated = async () => {
      const { ratings, ratingCount } = await toolOf(tool)
      return [ratings, ratingCount]
    }
    expect(await rated()).toEqual([null, 0])
    const first = (await write(one, { tools_id: tool, rating: 5 })).body.insertedId
    const second = (await write(other, { tools_id: tool, rating: 2 })).body.insertedId
    expect(await rated()).toEqual([null, 0])
    await decide(first, 'approved')
    await decide(first, 'approved')
    expect(await rated()).toEqual([5, 1])
    await decide(second, 'approved')
    expect(await rated()).toEqual([3.5, 2])
    await write(other, { tools_id: tool, rating: 4 })
    expect(await rated()).toEqual([5, 1])
    await decide(second, 'approved', 2)
    expect(await rated()).toEqual([4.5, 2])
    await decide(first, 'refused')
    expect(await rated()).toEqual([4, 1])
    await admin.call('POST', `/orders/${order}/shipment`, { carrier: 'Post' })
    await other.call('DELETE', '/account', { email: other.email })
    expect(await rated()).toEqual([null, 0])
  })

  it('keeps what the tool was opened with', async () => {
    const tool = await createTool(shop)
    await sql`update tool set rating_total = 18, rating_count = 4 where id = ${tool}`.execute(shop.db)
    const person = await createPerson(shop)
    await buy(shop, person, tool)
    await decide((await write(person, { tools_id: tool, rating: 2 })).body.insertedId, 'approved')
    expect(await toolOf(tool)).toMatchObject({ ratings: 4, ratingCount: 5 })
  })
})

describe('deciding about a review', () => {
  it('[D1.14] is on the trail, once for each change', async () => {
    const person = await createPerson(shop)
    const id = (await write(person)).body.insertedId
    expect((await decide(id, 'approved')).body).toEqual({ modifiedCount: 1 })
    expect((await decide(id, 'approved')).body).toEqual({ modifiedCount: 0 })
    expect((await decide(id, 'refused')).body).toEqual({ modifiedCount: 1 })
    expect((await mine(person)).reviews[0].state).toBe('refused')
    const { rows } = await sql`
      select action, actor_id, before, after from audit where subject_kind = 'review' and subject_id = ${id} order by id`.execute(
      shop.db,
    )
    const actor = { actor_id: admin.accountId }
    expect(rows).toEqual([
      { action: 'review.approved', ...actor, before: { state: 'waiting' }, after: { state: 'approved', version: 1 } },
      { action: 'review.refused', ...actor, before: { state: 'approved' }, after: { state: 'refused', version: 1 } },
    ])
  })

  it('[D2.39] does not reach words that the admin has not read', async () => {
    const person = await createPerson(shop)
    const id = (await write(person)).body.insertedId
    await write(person, { review: 'Something quite different.' })
    expect(await decide(id, 'approved', 1)).toMatchObject({ status: 409, body: { code: 'review-changed' } })
    expect(await published()).not.toContain(id)
    expect((await decide(id, 'approved', 2)).status).toBe(200)
  })

  it('knows no other states, and no review that is gone', async () => {
    const id = (await write(await createPerson(shop))).body.insertedId
    expect(await decide(id, 'waiting')).toMatchObject({ status: 400 })
    expect(await decide(newId(), 'approved')).toMatchObject({ status: 404, body: { code: 'review-gone' } })
    expect(await decide(id, 'approved', 1, await createPerson(shop))).toMatchObject({ status: 403 })
  })
})

describe('the lists', () => {
  const walk = async (path: string) => {
    const pages: string[][] = []
    for (let next: string | undefined = path; next;) {
      const page = await request(new URL(next, shop.address).href, 'GET', undefined, {
        authorization: `Bearer ${admin.token}`,
      })
      expect(page.status).toBe(200)
      pages.push(ids(page))
      next = /^<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
    }
    return pages
  }

  /** As many reviews as that, of accounts that are gone. */
  async function insert(count: number, state: string, tool: string | null = null): Promise<string[]> {
    const made = Array.from({ length: count }, () => newId())
    await sql`
      insert into review (id, tool_id, author, rating, body, state)
      select id, ${tool}::uuid, 'Somebody', 4, 'It holds what it says.', ${state}
      from unnest(${made}::uuid[]) as id`.execute(shop.db)
    return made.toReversed()
  }

  it('shows admins what waits first, then the rest, each newest first, page by page', async () => {
    await sql`delete from review`.execute(shop.db)
    const older = await insert(3, 'approved')
    const waiting = await insert(5, 'waiting')
    const newer = await insert(2, 'refused')
    for (const limit of [1, 3, 10, 100]) {
      const pages = await walk(`/api/allReviews?limit=${limit}`)
      expect(pages.flat()).toEqual([...waiting, ...newer, ...older])
    }
    expect((await walk('/api/allReviews?limit=2&state=waiting')).flat()).toEqual(waiting)
    expect((await walk('/api/allReviews?limit=2&state=approved')).flat()).toEqual(older)
    expect(await admin.call('GET', '/allReviews?state=other')).toMatchObject({ status: 400 })
    const page = await admin.call('GET', '/allReviews?limit=1&state=refused')
    expect(page.headers.get('x-total-count')).toBe('2')
  })

  it('shows everybody the approved reviews of a tool, and of no other', async () => {
    const tool = await createTool(shop)
    const shown = await insert(7, 'approved', tool)
    await insert(2, 'waiting', tool)
    await insert(2, 'approved', await createTool(shop))
    expect((await walk(`/api/tools/${tool}/reviews?limit=3`)).flat()).toEqual(shown)
    expect((await visitor(shop).call('GET', `/tools/${tool}/reviews`)).headers.get('x-total-count')).toBe('7')
    expect((await visitor(shop).call('GET', `/tools/${newId()}/reviews`)).body).toEqual([])
    expect(await published()).not.toContain(shown[0])
  })

  it.each([
    ['the home page', sql`tool_id is null and state = 'approved'`, sql`order by id desc limit 12`],
    [
      'a tool’s page',
      sql`tool_id = (select id from tool where name = 'Reviewed' limit 1) and state = 'approved'`,
      sql`order by id desc limit 21`,
    ],
    ['Manage Reviews', sql`true`, sql`order by state <> 'waiting', id desc limit 21`],
    ['Manage Reviews, by state', sql`state = 'waiting'`, sql`order by state <> 'waiting', id desc limit 21`],
  ])('reads %s by an index', async (_, where, tail) => {
    const tool = await createTool(shop, { name: 'Reviewed' })
    await sql`
      insert into review (id, tool_id, author, rating, body, state)
      select gen_random_uuid(), case when n % 2 = 0 then ${tool}::uuid end, 'Somebody', 4, 'It holds what it says.',
        (array['waiting', 'approved', 'refused'])[1 + n % 3]
      from generate_series(1, 5000) as n`.execute(shop.db)
    await sql`analyze review`.execute(shop.db)
    const { rows } = await sql<Record<string, string>>`explain select * from review where ${where} ${tail}`.execute(
      shop.db,
    )
    const plan = rows.map(row => Object.values(row)[0]).join('\n')
    expect(plan).toMatch(/Index.* on review|Index Scan/)
    expect(plan).not.toMatch(/Seq Scan on review|Sort /)
  })
})
