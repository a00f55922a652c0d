import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, createPool, openDatabase } from '#platform/database'
import { createLog } from '#platform/log'
import { createTool } from '#test/factories'
import { type TestDatabase, createTestDatabase } from '#test/harness'
import { startSearchIndex } from './finder.index.server.ts'
import type { IndexQuestion, SearchIndex } from './finder.index.ts'

let database: TestDatabase
let db: Database
let index: SearchIndex

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(createPool(database.url, { max: 4 }))
  index = startSearchIndex({
    databaseUrl: database.url,
    currency: 'usd',
    synonyms: [['spanner', 'wrench']],
    log: createLog('silent'),
  })
})
afterAll(async () => {
  await index.stop()
  await db.destroy()
  await database.drop()
})

function question(words: string, more: Partial<IndexQuestion> = {}): IndexQuestion {
  return { words, categories: [], brands: [], onlyInStock: false, sort: 'relevance', limit: 10, ...more }
}

async function ordinalOf(id: string): Promise<number> {
  const { rows } = await sql<{ ordinal: number }>`select ordinal from tool where id = ${id}`.execute(db)
  return rows[0]?.ordinal ?? 0
}

it('finds what was there before it started, and what came after', async () => {
  const first = await ordinalOf(await createTool({ db }, { name: 'Torque wrench' }))
  expect((await index.ask(question('torque spanner'))).ordinals).toEqual([first])
  const second = await ordinalOf(await createTool({ db }, { name: 'Small torque wrench' }))
  await index.catchUp()
  expect((await index.ask(question('torque wrench'))).ordinals.toSorted()).toEqual([first, second])
})

it('follows price, stock, words and the archive', async () => {
  const id = await createTool({ db }, { name: 'Brass drift', price: 500, onHand: 3 })
  const ordinal = await ordinalOf(id)
  await index.catchUp()
  const ask = async (words: string, more: Partial<IndexQuestion> = {}) => {
    await index.catchUp()
    return (await index.ask(question(words, more))).ordinals
  }
  expect(await ask('brass', { maxPrice: 600, onlyInStock: true })).toEqual([ordinal])
  await sql`update tool set price = 700 where id = ${id}`.execute(db)
  expect(await ask('brass', { maxPrice: 600 })).toEqual([])
  await sql`update tool set reserved = 3 where id = ${id}`.execute(db)
  expect(await ask('brass', { onlyInStock: true })).toEqual([])
  await sql`update tool set name = 'Copper drift' where id = ${id}`.execute(db)
  expect(await ask('brass')).toEqual([])
  expect(await ask('copper')).toEqual([ordinal])
  await sql`update tool set archived_at = now() where id = ${id}`.execute(db)
  expect(await ask('copper')).toEqual([])
})

it('misses nothing of two transactions that commit in the other order than they began', async () => {
  const [early, late] = [new pg.Client(database.url), new pg.Client(database.url)]
  await Promise.all([early.connect(), late.connect()])
  try {
    const [one, other] = [
      await createTool({ db }, { name: 'Plain one' }),
      await createTool({ db }, { name: 'Plain two' }),
    ]
    await index.catchUp()
    await early.query('begin')
    await early.query('update tool set name = $1 where id = $2', ['Early bird', one])
    await late.query('begin')
    await late.query('update tool set name = $1 where id = $2', ['Late bird', other])
    await late.query('commit')
    // Committed, though a transaction that began before it is still open.
    await index.catchUp()
    expect((await index.ask(question('bird'))).ordinals).toEqual([await ordinalOf(other)])
    await index.catchUp()
    await early.query('commit')
    await index.catchUp()
    expect((await index.ask(question('bird'))).total).toBe(2)
  } finally {
    await Promise.all([early.end(), late.end()])
  }
})
