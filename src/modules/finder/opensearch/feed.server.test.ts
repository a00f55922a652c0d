import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, createPool, openDatabase } from '#platform/database'
import { createLog } from '#platform/log'
import type { TestDatabase } from '#test/shop/databases'
import { createTool } from '#test/factories'
import { createTestDatabase } from '#test/harness'
import { type Recorded, type Reply, startRecordingServer } from '#test/finder/recording-server'
import { startFeed } from './feed.server.ts'
import { startOpenSearchIndex } from './opensearch.server.ts'
import { searchAddress, searchServer } from './server.server.ts'
import { type State, namesFor } from './state.server.ts'

/**
 * What a server is sent while the shop's tools come to it, on a real database. Whoever answers here says yes to all and gives
 * back what was put down: nothing is searched.
 */

let database: TestDatabase
let db: Database
let documents: Map<string, unknown>
let answers: (request: Recorded) => Reply | undefined
let recording: Awaited<ReturnType<typeof startRecordingServer>>

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(createPool(database.url, { max: 4 }))
  documents = new Map()
  answers = () => undefined
  recording = await startRecordingServer(request => answers(request) ?? reply(request))
})
afterAll(async () => {
  await recording.close()
  await db.destroy()
  await database.drop()
})

function reply({ method, path, body }: Recorded): Reply {
  if (path.includes('/_doc/')) {
    if (method === 'PUT') documents.set(path, body)
    const _source = documents.get(path)
    return _source ? { body: { found: true, _source } } : { status: 404, body: { found: false } }
  }
  if (path.includes('/_mget')) return { body: { docs: (body as { ids: string[] }).ids.map(_id => ({ _id })) } }
  return { body: path.startsWith('/_bulk') ? { errors: false, items: [] } : {} }
}

const newFeed = () => {
  const address = searchAddress(`${recording.origin}/tappet`)
  const server = searchServer(address, { timeoutMs: 5000, tries: 1 })
  return startFeed({ databaseUrl: database.url, server, names: namesFor('tappet'), currency: 'usd' })
}

/** What was asked for since, but for looking at what is kept. */
function sent(): Recorded[] {
  return recording.requests.splice(0).filter(({ method }) => method !== 'GET')
}

const stateNow = () => documents.get('/tappet-3-state/_doc/feed') as State
const linesOf = (request: Recorded | undefined) => (request?.body ?? []) as Record<string, unknown>[]

it('loads all tools into new indexes, and has questions go there once all of it is found', async () => {
  const id = await createTool({ db }, { name: 'Brass drift', price: 500 })
  const { rows } = await sql<{ ordinal: number }>`select ordinal from tool where id = ${id}`.execute(db)
  const _id = String(rows[0]?.ordinal)
  answers = ({ path }) =>
    path.endsWith('/_alias')
      ? {
          body: {
            'tappet-3-tools-7': { aliases: { 'tappet-3-tools-loading': {} } },
            'tappet-3-words-5': { aliases: { 'tappet-3-words': {} } },
            'other-1-tools-7': { aliases: {} },
          },
        }
      : undefined
  const feed = newFeed()
  expect(await feed.follow()).toBeUndefined()
  expect(await feed.load()).toBe(1)
  await feed.stop()
  answers = () => undefined

  const requests = sent()
  const { loaded } = stateNow()
  const [tools, words] = [`tappet-3-tools-${loaded}`, `tappet-3-words-${loaded}`]
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    // Of a load that was broken off.
    'DELETE /tappet-3-tools-7',
    'PUT /tappet-3-state',
    `PUT /${tools}`,
    `PUT /${words}`,
    'POST /_bulk?require_alias=true',
    'POST /tappet-3-tools-loading,tappet-3-words-loading/_refresh',
    'POST /_aliases',
    'PUT /tappet-3-state/_doc/categories',
    'PUT /tappet-3-state/_doc/feed',
    'DELETE /tappet-3-tools-7',
  ])
  const [, , toolsIndex, , bulk, , aliases] = requests
  const [toolsFilled, wordsFilled] = ['tappet-3-tools-loading', 'tappet-3-words-loading']
  expect(toolsIndex?.body).toMatchObject({
    aliases: { [toolsFilled]: {} },
    settings: { index: { number_of_shards: 1, refresh_interval: '-1' } },
  })
  expect(linesOf(bulk)).toMatchObject([
    { index: { _index: toolsFilled, _id } },
    { ordinal: Number(_id), named: ['brass', 'drift'], price: 500 },
    ...['brass', 'drift', 'tool', 'test'].flatMap(word => [
      { index: { _index: wordsFilled, _id: word } },
      { word, plain: word, tools: 1 },
    ]),
  ])
  expect(aliases?.body).toEqual({
    actions: [
      { remove: { index: tools, alias: toolsFilled } },
      { add: { index: tools, alias: 'tappet-3-tools' } },
      { remove: { index: words, alias: wordsFilled } },
      { add: { index: words, alias: 'tappet-3-words' } },
    ],
  })
  expect(stateNow()).toMatchObject({ version: 1, treeVersion: 1, currency: 'usd', loaded })
}, 60_000)

it('brings what has changed through the alias, makes it found, and only then says so', async () => {
  const feed = newFeed()
  const { snapshot } = stateNow()
  const ordinals = await sql<{ ordinal: number }>`update tool set price = 700 returning ordinal`.execute(db)
  const _id = String(ordinals.rows[0]?.ordinal)
  sent()
  const state = await feed.follow()
  expect(state).toMatchObject({ version: 2, treeVersion: 1 })
  expect(state?.snapshot).not.toBe(snapshot)
  const requests = sent()
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /tappet-3-words/_mget?_source=false',
    'POST /_bulk?require_alias=true',
    'POST /tappet-3-tools,tappet-3-words/_refresh',
    'PUT /tappet-3-state/_doc/feed',
  ])
  expect(linesOf(requests[1]).slice(0, 2)).toMatchObject([{ index: { _index: 'tappet-3-tools', _id } }, { price: 700 }])

  await sql`update tool set archived_at = now()`.execute(db)
  await feed.follow()
  expect(linesOf(sent().find(({ path }) => path.startsWith('/_bulk')))).toEqual([
    { delete: { _index: 'tappet-3-tools', _id } },
  ])
  await feed.follow()
  expect(sent()).toEqual([])
  await feed.stop()
})

it('brings a change once, however many processes would, and again where one failed on the way', async () => {
  const [one, other] = [newFeed(), newFeed()]
  await createTool({ db }, { name: 'Copper drift' })
  sent()
  answers = ({ path }) => (path.endsWith('/_refresh') ? { status: 503 } : undefined)
  await expect(one.follow()).rejects.toThrow('503')
  expect(stateNow().version).toBe(3)
  answers = () => undefined
  sent()
  const states = await Promise.all([one.follow(), other.follow()])
  expect(states.map(state => state?.version)).toEqual([4, 4])
  expect(sent().filter(({ path }) => path.startsWith('/_bulk'))).toHaveLength(1)
  await Promise.all([one.stop(), other.stop()])
})

it('takes no word that could not be looked up for a new one', async () => {
  const feed = newFeed()
  const { version } = stateNow()
  await createTool({ db }, { name: 'Tin drift' })
  answers = ({ path, body }) =>
    path.includes('/_mget')
      ? { body: { docs: (body as { ids: string[] }).ids.map(_id => ({ _id, error: { type: 'no_shard_available' } })) } }
      : undefined
  sent()
  await expect(feed.follow()).rejects.toThrow('no_shard_available')
  expect(sent().map(({ path }) => path)).toEqual(['/tappet-3-words/_mget?_source=false'])
  answers = () => undefined
  expect((await feed.follow())?.version).toBe(version + 1)
  await feed.stop()
})

it('goes on by another connection where its own was cut', async () => {
  const feed = newFeed()
  const before = (await feed.follow())?.version ?? 0
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'tappet search feed'`.execute(db)
  await createTool({ db }, { name: 'Zinc drift' })
  expect((await feed.follow())?.version).toBe(before + 1)
  await feed.stop()
})

it('has a process told of what its first look brings, and also where the search server is away right after', async () => {
  let changes = 0
  const index = startOpenSearchIndex({
    searchUrl: `${recording.origin}/tappet`,
    databaseUrl: database.url,
    currency: () => 'usd',
    synonyms: [],
    log: createLog('silent'),
    onChange: () => (changes += 1),
  })
  const change = async () => {
    await createTool({ db }, { name: 'Iron drift' })
    index.follow()
  }
  await change()
  await expect.poll(() => changes, { timeout: 20_000 }).toBe(1)
  let failures = 0
  answers = ({ method, path }) => {
    if (!path.endsWith('/_doc/feed')) return undefined
    if (method === 'PUT') failures = 2
    return method === 'GET' && failures-- > 0 ? { status: 503 } : undefined
  }
  await change()
  await expect.poll(() => changes, { timeout: 20_000 }).toBe(2)
  answers = () => undefined
  await index.stop()
}, 60_000)

it('brings all that the feed has where another server of the database has taken over', async () => {
  const feed = newFeed()
  documents.set('/tappet-3-state/_doc/feed', { ...stateNow(), timeline: '0000000F' })
  sent()
  const state = await feed.follow()
  expect(state?.timeline).not.toBe('0000000F')
  expect(linesOf(sent().find(({ path }) => path.startsWith('/_bulk'))).length).toBeGreaterThanOrEqual(3)
  await feed.stop()
})

it('has all loaded anew where the index is of another database or currency, or was lost', async () => {
  const feed = newFeed()
  const state = stateNow()
  for (const foreign of [{ ...state, database: '1/1' }, { ...state, currency: 'eur' }, undefined]) {
    documents.set('/tappet-3-state/_doc/feed', foreign)
    expect(await feed.follow()).toBeUndefined()
  }
  documents.set('/tappet-3-state/_doc/feed', state)
  expect(await feed.follow()).toBeDefined()
  // What is said of them may have outlived them.
  answers = ({ path }) =>
    path === '/_alias/tappet-3-tools,tappet-3-words'
      ? { status: 404, body: { error: 'alias [tappet-3-tools] missing', status: 404 } }
      : undefined
  expect(await feed.follow()).toBeUndefined()
  answers = () => undefined
  await feed.stop()
})
