import type pg from 'pg'
import { type Listener, listenFor } from './notice.server.ts'
import { watchWrites } from './writes.server.ts'

/** The number of a state of what visitors are shown: whatever was made under it is right until it changes. */
export type ContentVersion = {
  /**
   * Read it before reading what is to be kept under it. Undefined as long as changes of other processes would not be
   * heard of: nothing may be kept then, nor answered from what was.
   */
  current(): number | undefined
  /** The same number, whether others are heard or not: for those who ask at the same moment. */
  latest(): number
  /** Something that visitors are shown has changed, other than by a statement of this process's pool. */
  change(): void
  /** Listens for what other processes change. */
  start(): Promise<void>
  stop(): Promise<void>
}

export type ContentVersionOptions = {
  pool: pg.Pool
  /** Tables that no visitor is shown anything of, and that change often. */
  quietTables: ReadonlySet<string>
  /** Notices of other origin, such as of triggers, that tell of a change too. */
  channels: readonly string[]
  now: () => Date
}

const channel = 'tappet_content'

/**
 * The most that a version lasts. Some of what is shown depends on the day, and the word of another process that died
 * right after its commit does not come.
 */
const oldestMs = 30_000

/** Other processes hear of changes together: many in a row are one notice. */
const tellAfterMs = 20

const listenEveryMs = 1000

/**
 * What this process writes changes its version before the writer has its answer, so that whoever reads next reads it.
 * Others hear of it by a notice, a moment later; by one of its own, because a notice within each order's transaction would
 * make orders commit one after the other.
 */
export function contentVersion({ pool, quietTables, channels, now }: ContentVersionOptions): ContentVersion {
  let number = 1
  let since = now().getTime()
  const change = () => {
    number += 1
    since = now().getTime()
  }
  const tell = teller(pool)
  watchWrites(pool, quietTables, () => {
    change()
    tell.soon()
  })
  const isOwn = ownBackends(pool)
  const listener = listenFor(pool, [channel, ...channels], ({ processId }) => {
    if (!isOwn(processId)) change()
  })
  let timer: NodeJS.Timeout | undefined
  return {
    current() {
      if (!listener.isListening()) return undefined
      if (Math.abs(now().getTime() - since) > oldestMs) change()
      return number
    },
    latest: () => number,
    change,
    async start() {
      await listen(listener, change)
      timer = setInterval(() => void listen(listener, change).catch(() => undefined), listenEveryMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      listener.stop()
      await tell.last()
    },
  }
}

/** What was told while nobody listened is lost, so everything may have changed. */
async function listen(listener: Listener, change: () => void): Promise<void> {
  if (listener.isListening()) return
  await listener.keep()
  change()
}

/** Whether a notice comes from a connection of this pool, whose changes are known already. */
function ownBackends(pool: pg.Pool): (processId: number) => boolean {
  const own = new Set<number>()
  const numberOf = (client: pg.PoolClient) => ('processID' in client ? Number(client.processID) : 0)
  pool.on('connect', client => own.add(numberOf(client)))
  pool.on('remove', client => own.delete(numberOf(client)))
  return processId => own.has(processId)
}

function teller(pool: pg.Pool) {
  let timer: NodeJS.Timeout | undefined
  const say = async () => {
    timer = undefined
    // Where the database is away, other processes are cut off from it too, and trust nothing that they have kept.
    await pool.query('select pg_notify($1, $2)', [channel, '']).catch(() => undefined)
  }
  return {
    soon() {
      timer ??= setTimeout(say, tellAfterMs).unref()
    },
    /** Says what is still to be said. */
    async last() {
      if (!timer) return
      clearTimeout(timer)
      await say()
    },
  }
}
