import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Database, createPool, openDatabase } from '#platform/database'
import { createLog } from '#platform/log'
import { createTool } from '#test/factories'
import { eventually } from '#test/eventually'
import { type TestDatabase } from '#test/shop/databases'
import { createTestDatabase } from '#test/harness'
import { startSearchIndex } from './index.server.ts'
import { followTools, loadIndex } from './load.server.ts'
import { searcher } from './search.server.ts'
import { synonymsOf } from '../words/synonyms.rules.ts'
import type { IndexQuestion, SearchIndex } from './index.ts'

/** Longer than any thread takes to start, however busy the machine. */
const patienceMs = 45_000

let database: TestDatabase
let db: Database
let index: SearchIndex

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(createPool(database.url, { max: 4 }))
  index = newIndex()
})
afterAll(async () => {
  await index.stop()
  await db.destroy()
  await database.drop()
})

function newIndex(): SearchIndex {
  const options = { currency: () => 'usd', synonyms: [['spanner', 'wrench']], log: createLog('silent') }
  return startSearchIndex({ databaseUrl: database.url, ...options })
}

/** The connections of indexes to this database, which break with `pg_terminate_backend`. */
async function connections(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'tappet search index' order by pid`.execute(db)
  return rows.map(({ pid }) => pid)
}

async function breakConnections(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'tappet search index'`.execute(db)
}

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

it('shows a category by the name that its tools are found by, also when it is renamed while the index follows', async () => {
  const category = newId()
  await sql`insert into category (id, name, slug, position) values (${category}, 'Wobblers', 'wobblers', 1)`.execute(db)
  const tool = await createTool({ db }, { name: 'Shelf part' })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { index, snapshot } = await loadIndex(client, 'usd')
    const search = searcher(index, synonymsOf([]))
    const labelsFor = (words: string) => search.answer(question(words)).facets.category.map(({ label }) => label)
    await sql`update tool set category_id = ${category} where id = ${tool}`.execute(db)
    const following = await db.transaction().execute(async holder => {
      await sql`lock table brand in access exclusive mode`.execute(holder)
      const following = followTools(client, index, { before: snapshot })
      await eventually(
        async () =>
          (await sql`select from pg_locks where not granted and relation = 'brand'::regclass`.execute(db)).rows,
        waiting => waiting.length > 0,
      )
      await sql`update category set name = 'Dampeners' where id = ${category}`.execute(db)
      return { following }
    })
    const next = await following.following
    expect([labelsFor('wobblers'), labelsFor('dampeners')]).toEqual([['Wobblers'], []])
    await followTools(client, index, { before: next?.snapshot ?? snapshot })
    expect([labelsFor('wobblers'), labelsFor('dampeners')]).toEqual([[], ['Dampeners']])
  } finally {
    await client.end()
  }
})

it('corrects a word that the catalogue lacks, and says so; suggests where nothing has all words', async () => {
  const pads = await ordinalOf(await createTool({ db }, { name: 'Ceramic friction lining 12V' }))
  await index.catchUp()
  expect(await index.ask(question('cermaic lining'))).toMatchObject({ corrected: 'ceramic lining', ordinals: [pads] })
  expect(await index.ask(question('cermaic lining', { asTyped: true }))).toMatchObject({
    total: 0,
    suggestions: ['ceramic lining', 'lining'],
  })
  expect(await index.ask(question('12w lining'))).toMatchObject({ total: 0, suggestions: ['lining'] })
  const empty = await index.ask(question('torque ceramic'))
  expect(empty).toMatchObject({ total: 0, ordinals: [] })
  expect(empty.suggestions.toSorted()).toEqual(['ceramic', 'torque'])
  expect(empty.corrected).toBeUndefined()
})

it('goes on when its connection breaks, also where a server has taken over that counts transactions from further back', async () => {
  await index.catchUp()
  await breakConnections()
  const ordinal = await ordinalOf(await createTool({ db }, { name: 'Reconnected lamp' }))
  await sql`update change set writer = '3' where tool_ordinal = ${ordinal}`.execute(db)
  await index.catchUp()
  expect((await index.ask(question('reconnected'))).ordinals).toEqual([ordinal])
})

it('takes in a change that nobody tells of', async () => {
  await index.catchUp()
  await createTool({ db }, { name: 'Unasked gauge' })
  const answer = await eventually(
    () => index.ask(question('unasked ')),
    ({ total }) => total > 0,
    patienceMs,
  )
  expect(answer.total).toBe(1)
})

it('asks a new thread when one dies before its answer, and gives up when that one dies too', async () => {
  const other = newIndex()
  const holder = new pg.Client(database.url)
  await holder.connect()
  try {
    // Nothing can be loaded while the table is held; a thread whose connection breaks then dies.
    const before = new Set(await connections())
    const loading = () =>
      eventually(
        async () => (await connections()).filter(pid => !before.has(pid)),
        ({ length }) => length === 1,
        patienceMs,
      )
    const kill = async () => {
      const [pid] = await loading()
      await sql`select pg_terminate_backend(${pid})`.execute(db)
      await eventually(connections, pids => !pids.includes(pid ?? 0), patienceMs)
    }
    await holder.query('begin; lock table tool in access exclusive mode')
    const answer = other.ask(question('torque'))
    await kill()
    await loading()
    await holder.query('rollback')
    expect((await answer).total).toBeGreaterThan(0)

    await other.stop()
    const third = newIndex()
    await eventually(connections, ({ length }) => length === before.size, patienceMs)
    await holder.query('begin; lock table tool in access exclusive mode')
    const refused = third.ask(question('torque')).catch((error: unknown) => error)
    await kill()
    await kill()
    expect(await refused).toBeInstanceOf(Error)
    await holder.query('rollback')
    expect((await third.ask(question('torque'))).total).toBeGreaterThan(0)
    await third.stop()
    await expect(third.ask(question('torque'))).rejects.toThrow('stopped')
  } finally {
    await holder.end()
    await other.stop()
  }
}, 300_000)

/** More tools than an index takes in before another answers faster. */
async function addManyTools(name: string, count: number): Promise<void> {
  await sql`
    insert into tool (id, name, description, price, on_hand, minimum_quantity)
    select gen_random_uuid(), ${name}::text || ' ' || number, 'One of many.', 100, 0, 1
    from generate_series(1, ${count}::integer) number`.execute(db)
}

/** Until another index than these connections' answers alone: for a moment there may be both, or none that is told of. */
async function replaced(before: readonly number[]): Promise<void> {
  const isAnother = (pids: number[]) => pids.length === 1 && pids.every(pid => !before.includes(pid))
  await eventually(connections, isAnother, patienceMs)
}

it('loads itself anew beside what answers, when much has changed', async () => {
  await index.catchUp()
  const before = await connections()
  await addManyTools('Bulk part', 6000)
  await index.catchUp()
  expect((await index.ask(question('bulk part '))).total).toBe(6000)
  await replaced(before)
  expect((await index.ask(question('bulk part '))).total).toBe(6000)
}, 120_000)

it('shows each change while another is loaded, and loses none that came meanwhile', async () => {
  const id = await createTool({ db }, { name: 'Changeling' })
  const rename = (name: string) => sql`update tool set name = ${name} where id = ${id}`.execute(db)
  const totalOf = async (words: string) => (await index.ask(question(words))).total
  await index.catchUp()
  const before = await connections()
  const server = new pg.Client(Object.assign(new URL(database.url), { pathname: '/postgres' }).href)
  const holder = new pg.Client(database.url)
  await Promise.all([server.connect(), holder.connect()])
  const allowConnections = (areAllowed: boolean) =>
    server.query(`alter database "${new URL(database.url).pathname.slice(1)}" allow_connections ${areAllowed}`)
  try {
    await allowConnections(false)
    await addManyTools('Filling', 8000)
    await index.catchUp()
    await rename('Foundling')
    await index.catchUp()
    expect(await totalOf('foundling')).toBe(1)

    await holder.query('begin; lock table brand in access exclusive mode')
    await allowConnections(true)
    index.follow()
    await eventually(
      async () => (await sql`select from pg_locks where not granted and relation = 'brand'::regclass`.execute(db)).rows,
      ({ length }) => length > 0,
      patienceMs,
    )
    await rename('Stray')
    index.follow()
    await holder.query('rollback')
    await replaced(before)
    expect(await totalOf('stray')).toBe(1)
  } finally {
    await allowConnections(true)
    await Promise.all([server.end(), holder.end()])
  }
}, 120_000)
