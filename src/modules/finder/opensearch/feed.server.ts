import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { beginning } from '#platform/changes/feed'
import { readAllTools, readChanges } from '../index/load.server.ts'
import { priceRanges, samplePrices } from '../index/prices.server.ts'
import { shardsFor, toolsIndex, wordsIndex } from './documents.server.ts'
import { type SearchServer, SearchServerAway } from './server.server.ts'
import { type Names, type State, createState, storedRanges, readState, writeState } from './state.server.ts'
import { countingWriter, toolWriter } from './writer.server.ts'

/**
 * How the database's tools come to OpenSearch. Any process may bring them, one at a time by a lock of the database: it looks how
 * far the index has followed, brings what has changed since, and writes down how far it has followed now. Whoever dies on the
 * way leaves the lock, and what was half done is done again.
 */
export type Feed = {
  /** Brings what has changed. Undefined where all has to be loaded: there is no index yet, or too much has changed. */
  follow(): Promise<State | undefined>
  /** Loads all into new indexes beside those that answer, unless another process has just done so. Tells how many tools there are. */
  load(): Promise<number | undefined>
  stop(): Promise<void>
}

export type FeedOptions = {
  /** Not through a pooler: the locks are a session's. */
  databaseUrl: string
  server: SearchServer
  names: Names
  currency: string
}

export function startFeed(options: FeedOptions): Feed {
  const { server, names, currency } = options
  let client: pg.Client | undefined

  async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const isReused = client !== undefined
    client ??= await connect(options.databaseUrl)
    try {
      return await work(client)
    } catch (error) {
      // Its transaction and its lock end with it, whatever it was that failed.
      const broken = client
      client = undefined
      await broken?.end().catch(() => undefined)
      // Since it was last used, the database may have cut it.
      if (isReused && !(error instanceof SearchServerAway)) return withClient(work)
      throw error
    }
  }

  const follow = () =>
    withClient(client =>
      locked(client, `feed ${names.tools}`, async () => {
        const state = await readState(server, names)
        const here = await whereabouts(client)
        if (!state || state.database !== here.database || state.currency !== currency) return undefined
        if (!(await areThere(server, names))) return undefined
        return followFrom(client, options, { state, timeline: here.timeline })
      }),
    )

  return {
    follow,
    async load() {
      const before = await readState(server, names)
      const loader = await connect(options.databaseUrl)
      try {
        return await locked(loader, `load ${names.tools}`, async () => {
          const now = await readState(server, names)
          return now && now.loaded !== before?.loaded ? undefined : loadAll(loader, options)
        })
      } finally {
        await loader.end().catch(() => undefined)
      }
    },
    async stop() {
      await client?.end().catch(() => undefined)
    },
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tappet search feed' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function locked<T>(client: pg.Client, name: string, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
  const result = await work()
  await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name])
  return result
}

/** Which database this is, and on which of its timelines. */
async function whereabouts(client: pg.Client): Promise<Pick<State, 'database' | 'timeline'>> {
  const { rows } = await client.query<Pick<State, 'database' | 'timeline'>>(`
    select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as database,
      left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline
    from pg_control_system()`)
  if (!rows[0]) throw new Error('the database does not say which it is')
  return rows[0]
}

type From = { state: State; timeline: string }

/** On another timeline, numbers of transactions are given out again: all that the feed has is brought anew. */
async function followFrom(
  client: pg.Client,
  { server, names }: FeedOptions,
  { state, timeline }: From,
): Promise<State | undefined> {
  const writer = toolWriter(server, names)
  const before = timeline === state.timeline ? state.snapshot : beginning
  const read = await readChanges(client, { before }, writer)
  if (!read) return undefined
  if (!read.isChanged) return state
  await writer.finish()
  const version = state.version + 1
  const categories = writer.categories()
  const next = {
    ...state,
    version,
    timeline,
    snapshot: read.snapshot,
    ...(categories && { treeVersion: version }),
  }
  await writeState(server, names, { state: next, categories })
  return next
}

async function loadAll(loader: pg.Client, options: FeedOptions): Promise<number> {
  const { server, names, currency } = options
  const stamp = Date.now()
  const filled = loadingNames(names)
  const fresh = { tools: `${names.tools}-${stamp}`, words: `${names.words}-${stamp}` }
  await removeOthers(server, names)
  await createState(server, names)
  const { rows } = await loader.query<{ count: number }>('select count(*)::float8 as count from tool')
  const { count } = rows[0] ?? { count: 0 }
  const shards = shardsFor(count)
  for (const [kind, body] of [['tools', toolsIndex(shards)] as const, ['words', wordsIndex] as const]) {
    const aliases = { [filled[kind]]: {} }
    await server.call({ method: 'PUT', path: `/${fresh[kind]}`, body: { ...body, aliases } })
  }
  const prices = samplePrices()
  const writer = countingWriter(server, filled, price => prices.add(price))
  const { timeline, database } = await whereabouts(loader)
  const snapshot = await readAllTools(loader, writer)
  await writer.finish()
  const ranges = storedRanges(priceRanges(prices.sample(), currency))
  // Whoever follows now follows the old indexes; from here on nobody does.
  await locked(loader, `feed ${names.tools}`, async () => {
    const later = toolWriter(server, filled)
    const read = await readChanges(loader, { before: snapshot }, later)
    await later.finish()
    await switchTo(server, names, fresh)
    const version = ((await readState(server, names))?.version ?? 0) + 1
    const categories = later.categories() ?? writer.categories()
    // Where too much has changed meanwhile, the next who follows finds that out, too.
    const reached = { snapshot: read?.snapshot ?? snapshot, timeline, database, currency }
    const state = { ...reached, version, treeVersion: version, loaded: stamp, ranges, shards }
    await writeState(server, names, { state, categories })
  })
  // Questions that are under way are answered by what they began with.
  await wait(graceMs)
  await removeOthers(server, names)
  return count
}

/** Longer than any question takes. */
const graceMs = 6000

/** By which new indexes are filled: one that somebody deletes meanwhile is missed, and not made anew without its mappings. */
const loadingNames = (names: Names): Names => ({
  ...names,
  tools: `${names.tools}-loading`,
  words: `${names.words}-loading`,
})

/** Whether there is still something to follow into: what was said of the indexes may have outlived them. */
async function areThere(server: SearchServer, { tools, words }: Names): Promise<boolean> {
  const response = await server.call<object>({ method: 'GET', path: `/_alias/${tools},${words}`, accept: [404] })
  return !('error' in response)
}

/** Both at once, so that no question meets the words of one and the tools of the other. */
async function switchTo(server: SearchServer, names: Names, fresh: Pick<Names, 'tools' | 'words'>): Promise<void> {
  const actions: object[] = []
  const filled = loadingNames(names)
  for (const kind of ['tools', 'words'] as const) {
    const alias = names[kind]
    const old = await server.call<object>({ method: 'GET', path: `/${alias}-*/_alias/${alias}`, accept: [404] })
    const indexes = Object.keys(old).filter(index => index.startsWith(`${alias}-`))
    actions.push(
      ...indexes.map(index => ({ remove: { index, alias } })),
      { remove: { index: fresh[kind], alias: filled[kind] } },
      { add: { index: fresh[kind], alias } },
    )
  }
  await server.call({ method: 'POST', path: '/_aliases', body: { actions } })
}

/** What was loaded and is not asked any more, or whose loading was broken off. */
async function removeOthers(server: SearchServer, names: Names): Promise<void> {
  const indexes = await server.call<Record<string, { aliases?: object }>>({
    method: 'GET',
    path: `/${names.tools}-*,${names.words}-*/_alias`,
    accept: [404],
  })
  const filled = new Set(Object.values(loadingNames(names)))
  const isOurs = (index: string) => [names.tools, names.words].some(alias => index.startsWith(`${alias}-`))
  const others = Object.entries(indexes).flatMap(([index, { aliases = {} }]) =>
    isOurs(index) && Object.keys(aliases).every(alias => filled.has(alias)) ? [index] : [],
  )
  for (const index of others) await server.call({ method: 'DELETE', path: `/${index}`, accept: [404] })
}
