import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, buy, createPerson, createTool, reviewBy } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { inTurn } from './in-turn.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  admin = await createPerson(shop, 'admin')
})
afterAll(async () => {
  // Every tool's stars are those of its approved reviews, whatever ran at once.
  const { rows } = await sql`
    select tool.id, tool.rating_total, tool.rating_count from tool left join review on review.tool_id = tool.id and review.state = 'approved'
    group by tool.id
    having tool.rating_total <> coalesce(sum(review.rating), 0) or tool.rating_count <> count(review.id)`.execute(
    shop.db,
  )
  expect(rows).toEqual([])
  await shop.close()
})

const decide = (id: string, state: string, version = 1) => admin.call('PUT', `/reviews/${id}/state`, { state, version })
const remove = (person: Person) => person.call('DELETE', '/account', { email: person.email })
const statuses = (answers: { status: number }[]) => answers.map(answer => answer.status)

async function buyer(tool: string): Promise<Person> {
  const person = await createPerson(shop)
  const order = await buy(shop, person, tool)
  // So that the account can be deleted.
  expect((await admin.call('POST', `/orders/${order}/shipment`, { carrier: 'Post' })).status).toBe(200)
  return person
}

async function reviewsOf(person: Person) {
  const { rows } = await sql<{ id: string; state: string; body: string; version: number }>`
    select id, state, body, version from review where account_id = ${person.accountId}`.execute(shop.db)
  return rows
}

it('[D2.36] sixteen reviews of one account at once are one review, of the shop and of a tool', async () => {
  const tool = await createTool(shop)
  const person = await buyer(tool)
  for (const about of [{}, { tools_id: tool }]) {
    const body = await reviewBy(person, about)
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, nth) =>
        person.call('POST', '/review', {
          ...body,
          rating: 1 + (nth % 5),
          review: `It is worth ${nth} times its price.`,
        }),
      ),
    )
    expect(new Set(statuses(answers))).toEqual(new Set([200]))
    expect(new Set(answers.map(answer => answer.body.insertedId)).size).toBe(1)
  }
  expect(await reviewsOf(person)).toHaveLength(2)
})

it('[D2.35] a review that is approved sixteen times at once counts once', async () => {
  const tool = await createTool(shop)
  const person = await buyer(tool)
  const id = (await person.call('POST', '/review', await reviewBy(person, { tools_id: tool }))).body.insertedId
  const answers = await Promise.all(Array.from({ length: 16 }, () => decide(id, 'approved')))
  expect(answers.reduce((sum, answer) => sum + answer.body.modifiedCount, 0)).toBe(1)
  const { rows } = await sql`select from audit where subject_id = ${id}`.execute(shop.db)
  expect(rows).toHaveLength(1)
  expect((await person.call('GET', `/tools/${tool}`)).body).toMatchObject({ ratings: 5, ratingCount: 1 })
})

it('[D2.39] words that change while they are approved are not approved', async () => {
  const tool = await createTool(shop)
  const person = await buyer(tool)
  const body = await reviewBy(person, { tools_id: tool })
  const id = (await person.call('POST', '/review', body)).body.insertedId
  const other = () => person.call('POST', '/review', { ...body, review: 'Something quite different.' })
  const hold = sql`select from tool where id = ${tool} for update`
  const answers = await inTurn(shop.db, hold, [other, () => decide(id, 'approved')])
  expect(statuses(answers)).toEqual([200, 409])
  expect(await reviewsOf(person)).toMatchObject([{ state: 'waiting', version: 2 }])
})

it('a review that is approved while its account is deleted is gone, and so are its stars', async () => {
  const tool = await createTool(shop)
  const hold = sql`select from tool where id = ${tool} for update`
  for (const isApprovedFirst of [true, false]) {
    const person = await buyer(tool)
    const id = (await person.call('POST', '/review', await reviewBy(person, { tools_id: tool }))).body.insertedId
    const both = [() => decide(id, 'approved'), () => remove(person)]
    const answers = await inTurn(shop.db, hold, isApprovedFirst ? both : both.toReversed())
    expect(statuses(answers)).toEqual(isApprovedFirst ? [200, 200] : [200, 404])
    expect((await admin.call('GET', `/tools/${tool}`)).body).toMatchObject({ ratings: null, ratingCount: 0 })
  }
})

it('a review that is written while its account is deleted is not kept', async () => {
  const person = await createPerson(shop)
  const body = await reviewBy(person)
  const hold = sql`select from account where id = ${person.accountId} for update`
  const answers = await inTurn(shop.db, hold, [() => remove(person), () => person.call('POST', '/review', body)])
  expect(statuses(answers)).toEqual([200, 401])
  const { rows } = await sql`select from review where body = ${body.review} and account_id is null`.execute(shop.db)
  expect(rows).toEqual([])
})

it('many buyers, admins and goodbyes at once leave the stars right', async () => {
  const tools = [await createTool(shop), await createTool(shop)]
  const people = await Promise.all(tools.flatMap(tool => [buyer(tool), buyer(tool), buyer(tool)]))
  const bought = (nth: number) => tools[Math.floor(nth / 3)] ?? ''
  const written = await Promise.all(
    people.map(async (person, nth) =>
      person.call('POST', '/review', await reviewBy(person, { tools_id: bought(nth), rating: 1 + (nth % 5) })),
    ),
  )
  const ids = written.map(answer => answer.body.insertedId as string)
  // With their pictures, before anybody goes: who is gone uploads nothing any more.
  const others = await Promise.all(people.map((person, nth) => reviewBy(person, { tools_id: bought(nth), rating: 3 })))
  const answers = await Promise.all([
    ...ids.map(id => decide(id, 'approved')),
    ...ids.map(id => decide(id, 'refused')),
    ...people.slice(0, 2).map(remove),
    ...people.map((person, nth) => person.call('POST', '/review', others[nth])),
  ])
  expect(answers.filter(answer => answer.status >= 500)).toEqual([])
})
