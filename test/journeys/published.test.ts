import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { keepPublished, readPublished } from '#services/home'
import { createPerson, createTool, placeOrder, request } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const read = async (list: string) => (await request(`${shop.address}/data/${list}.json`, 'GET')).body

/** The same list as a file, for a plain file server. */
const kept = async (list: string) => JSON.parse(await readFile(join(shop.publishedDirectory, `${list}.json`), 'utf8'))

/** What the shop does when it starts. */
async function publishNow(): Promise<void> {
  const { system, publishedDirectory: directory, changes, address } = shop
  const stop = await keepPublished(system, { directory, changes }, () => readPublished(system, () => address))
  stop()
}

it('[D6.01 S7.32] the published tools follow the catalogue', async () => {
  expect(await read('newTools')).toEqual([])
  const tool = await createTool(shop, { name: 'Ratchet' })
  await publishNow()
  for (const list of ['newTools', 'popularTools']) {
    expect(await read(list)).toMatchObject([{ _id: tool, name: 'Ratchet' }])
    expect(await kept(list)).toMatchObject([{ _id: tool, name: 'Ratchet' }])
  }
  await sql`update tool set archived_at = now() where id = ${tool}`.execute(shop.db)
  await publishNow()
  for (const list of ['newTools', 'popularTools']) {
    expect(await read(list)).toEqual([])
    expect(await kept(list)).toEqual([])
  }
})

it('[S1.08 S7.31 D6.01] the published reviews follow the reviews, without an email', async () => {
  expect(await read('reviews')).toEqual([])
  const account = newId()
  await sql`insert into account (id, issuer, subject, email, display_name)
    values (${account}, 'test', 'rahim', 'rahim@example.com', 'Rahim Traders')`.execute(shop.db)
  await sql`insert into review (id, account_id, author, rating, body, state)
    values (${newId()}, ${account}, 'Rahim Traders', 5, 'The right part, at once.', 'approved')`.execute(shop.db)
  await publishNow()
  const [review] = await read('reviews')
  expect(review).toMatchObject({ name: 'Rahim Traders', rating: 5, review: 'The right part, at once.' })
  expect(JSON.stringify(review)).not.toContain('@')
  expect(await kept('reviews')).toMatchObject([{ name: 'Rahim Traders', review: 'The right part, at once.' }])
  expect(JSON.stringify(await kept('reviews'))).not.toContain('@')
})

it('[S7.32] a published list says at once what the home page says: what was ordered is gone from both (finding 7)', async () => {
  const tool = await createTool(shop, { name: 'Breaker bar', onHand: 9 })
  const expectBoth = async (availableQuantity: number) => {
    const shown = (await request(`${shop.address}/api/home-lists`, 'GET')).body
    expect(shown.newTools[0]).toMatchObject({ _id: tool, availableQuantity })
    for (const list of ['newTools', 'popularTools', 'reviews']) expect(await read(list), list).toEqual(shown[list])
  }
  await expectBoth(9)
  await placeOrder(await createPerson(shop), tool, 4)
  await expectBoth(5)
})

it('a list that is read at the moment it is published is the old one or the new one, and whole', async () => {
  const long = await createTool(shop, { name: 'A tool with a long name '.repeat(40) })
  const publishing = new AbortController()
  const reading = async () => {
    let count = 0
    while (!publishing.signal.aborted) {
      const answer = await fetch(`${shop.address}/data/newTools.json`, { signal: AbortSignal.timeout(10_000) })
      expect(await answer.json()).toBeInstanceOf(Array)
      count += 1
    }
    return count
  }
  const readers = Promise.all([1, 2, 3, 4, 5, 6].map(reading))
  for (let round = 0; round < 40; round += 1) {
    await sql`update tool set archived_at = ${round % 2 === 0 ? new Date() : null} where id = ${long}`.execute(shop.db)
    await publishNow()
  }
  publishing.abort()
  expect(Math.min(...(await readers))).toBeGreaterThan(0)
})

it('what changes while the files are written for the first time is in the next ones', async () => {
  const { system, publishedDirectory, changes, address } = shop
  // The shop's own follow, too.
  const directory = join(publishedDirectory, 'beside')
  const nameNow = async () => JSON.parse(await readFile(join(directory, 'newTools.json'), 'utf8'))[0].name
  const tool = await createTool(shop, { name: 'Old name' })
  let readings = 0
  const stop = await keepPublished(system, { directory, changes }, async () => {
    const lists = await readPublished(system, () => address)
    readings += 1
    await sql`update tool set name = 'New name' where id = ${tool}`.execute(shop.db)
    await changes.follow()
    return lists
  })
  expect([readings, await nameNow()]).toEqual([1, 'Old name'])
  await expect.poll(nameNow, { timeout: 10_000 }).toBe('New name')
  stop()
})

it('whoever has the list as it is now is not sent it again', async () => {
  const address = `${shop.address}/data/reviews.json`
  const etag = (await fetch(address)).headers.get('etag') ?? ''
  expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await fetch(address, { headers: { 'if-none-match': '"another"' } })).status).toBe(200)
  expect((await fetch(`${shop.address}/data/nothing.json`)).status).toBe(404)
})
