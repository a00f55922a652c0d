import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Snapshot, topicsSince } from './changes/feed.server.ts'
import { type Listener, listenTo, silentMs } from './changes/listener.server.ts'
import { oneAtATime } from './changes/one-at-a-time.server.ts'
import { anything, topicLog } from './changes/topics.server.ts'
import type { Context } from './context.server.ts'
import { within } from './within.server.ts'

/**
 * What has changed of what visitors are shown, by topics: the name of a table, `tool` where lists and searches of tools may
 * differ, or `tool:ID` for all that is said of one tool. Triggers write the feed (`change`); each process follows it.
 */
export type Changes = {
  /** The number of the latest change that this process knows of. */
  latest(): number
  /** Whether one of these topics has changed after that number. `anything` is a topic, too. */
  hasChanged(topics: Iterable<string>, since: number): boolean
  /** Takes in what had been committed before the call, and tells the other processes. Never fails. */
  follow(): Promise<void>
  /** Whether changes of other processes are heard: while they are not, nothing that was kept may be trusted. */
  isFollowing(): boolean
  /** Notes what no table tells of, such as that the search index has taken in a change. */
  note(topics: readonly string[]): void
  /**
   * What all answers are made of is read anew when this topic changes: before the change counts, and then everything counts as
   * changed.
   */
  reloadOn(topic: string, reload: () => Promise<void>): void
  /** Calls back after each change of one of the topics in the feed. */
  onChange(topics: readonly string[], call: () => void): void
  start(): Promise<void>
  stop(): Promise<void>
}

export { anything }

const channel = 'tappet_change'

/** How often the feed is read for writers who notify nobody, such as a command, or a process that died right after its commit. */
const readEveryMs = 1000

/** Changes in a row are notified as one, and not in their transactions: a notice there makes orders commit one after the other. */
const tellAfterMs = 20

/** This many changes at once count as a change of everything. */
const mostAtOnce = 10_000

type Reload = { topic: string; reload: () => Promise<void> }

/** Reads anew what these topics are about; whether there was anything. */
async function reloadFor(reloads: readonly Reload[], topics: ReadonlySet<string> | 'all'): Promise<boolean> {
  const matches = reloads.filter(({ topic }) => topics === 'all' || topics.has(topic))
  for (const { reload } of matches) await reload()
  return matches.length > 0
}

/** Asks by a connection, and gives it up where it fails or says nothing. */
async function askBy<T>(listener: Listener, client: pg.PoolClient | undefined, work: Promise<T>): Promise<T> {
  try {
    return await within(silentMs, work)
  } catch (error) {
    if (client) listener.drop(client)
    throw error
  }
}

/** `pool`: the shop's own. One connection of it listens and reads the feed, so that it waits for no other work. */
export function followChanges(pool: pg.Pool): Changes {
  const log = topicLog()
  const reloads: Reload[] = []
  const listeners: { topics: readonly string[]; call: () => void }[] = []
  const look = oneAtATime(readFeed)
  // By it a process passes over its own notices.
  const ownName = randomUUID()
  const listener = listenTo(pool, channel, teller => void (teller === ownName || look()))
  let snapshot: Snapshot | undefined
  /** The client whose last read took in all changes up to that moment. */
  let caughtUp: pg.PoolClient | undefined
  // From which moment on a read also notifies the others.
  let [isUntold, tellingFrom] = [false, Infinity]
  let reading: NodeJS.Timeout | undefined
  let telling: NodeJS.Timeout | undefined

  async function readFeed(): Promise<void> {
    const client = listener.client()
    // A new connection may lead to a server that took over: it gives numbers of transactions that it never saw to others.
    const isAnew = snapshot !== undefined && client !== caughtUp
    const notice = performance.now() >= tellingFrom ? ([channel, ownName] as const) : undefined
    if (notice) tellingFrom = Infinity
    try {
      const before = isAnew ? undefined : snapshot
      const read = await askBy(listener, client, topicsSince(client ?? pool, { before, most: mostAtOnce, notice }))
      // At first, what was read before anybody followed may have changed since.
      const isAll = isAnew || snapshot === undefined || read.isCut
      const isReloaded = await reloadFor(reloads, isAll ? 'all' : read.topics)
      snapshot = read.snapshot
      if (isAnew || read.topics.size > 0) take(read.topics, isAnew || isReloaded || read.isCut)
      caughtUp = client
    } catch {
      if (notice) tellingFrom = 0
      // Where the database is away, nothing kept is trusted until the feed can be read again.
      caughtUp = undefined
    }
  }

  function take(topics: ReadonlySet<string>, isAll: boolean): void {
    isUntold ||= topics.size > 0
    if (isAll) log.noteAll()
    else log.note(topics)
    for (const { topics: ownTopics, call } of listeners) if (isAll || ownTopics.some(topic => topics.has(topic))) call()
  }

  /** Notifies the others, unless another read has done so, as is usual where many write. */
  async function tell(): Promise<void> {
    telling = undefined
    if (tellingFrom === Infinity) return
    tellingFrom = 0
    await look()
  }

  const keepUp = () => listener.keep().then(look, look)

  return {
    latest: log.latest,
    hasChanged: log.hasChanged,
    note: log.note,
    async follow() {
      await look()
      if (!isUntold) return
      isUntold = false
      tellingFrom = Math.min(tellingFrom, performance.now() + tellAfterMs)
      telling ??= setTimeout(() => void tell(), 2 * tellAfterMs).unref()
    },
    isFollowing: () => caughtUp !== undefined && caughtUp === listener.client(),
    reloadOn: (topic, reload) => void reloads.push({ topic, reload }),
    onChange: (topics, call) => void listeners.push({ topics, call }),
    async start() {
      await keepUp()
      reading = setInterval(() => void keepUp(), readEveryMs).unref()
    },
    async stop() {
      clearInterval(reading)
      clearTimeout(telling)
      if (telling) await tell()
      listener.stop()
    },
  }
}

/** Forgets what every process has long taken in. */
export async function forgetChanges(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(ctx.now().getTime() - 24 * 3600 * 1000)
  await ctx.db.deleteFrom('change').where('at', '<', before).execute()
}
