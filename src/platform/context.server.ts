import { randomInt, randomUUID } from 'node:crypto'
import type { Caller } from '#kernel/access'
import { type Remember, readEachTime } from './changes/memory.server.ts'
import { type Database, isDeadlock } from './database.server.ts'
import type { Jobs } from './jobs.server.ts'
import type { Log } from './log.server.ts'
import type { Replica } from './replica.server.ts'
import type { Settings } from './settings.server.ts'

export const actorKinds = ['customer', 'admin', 'system', 'provider', 'operator'] as const
export type ActorKind = (typeof actorKinds)[number]

/** Who acts, for the trail: a caller of the API, a job, the payment provider, or a command at the server. */
export type Actor = { kind: ActorKind; id: string | null }

/** What every verb gets first. `db` is a transaction inside `transact`. */
export type Context = {
  db: Database
  now: () => Date
  settings: Settings
  log: Log
  jobs: Jobs
  /** The account that calls; undefined for visitors, jobs and commands. */
  caller: Caller | undefined
  actor: Actor
  requestId: string | undefined
  /** Where a call comes from: the network address, as far as TRUST_PROXY lets it be known, and what the browser calls itself. */
  client?: { address: string; browser: string | undefined }
  /** What the answer that is being made shows: it is kept until one of these topics changes. */
  topics?: Set<string>
  /** Gives what was read before, as long as it is still true. */
  remember: Remember
  /** Where reads that decide nothing may go (`fromReplica`). */
  replica?: Replica | undefined
  /** A verb calls it when visitors are shown nothing of what it has written: its answer need not wait for the feed of changes. */
  unseen?: () => void
  /** Hears of each failpoint of order and payment (`platform/failpoints`); tests set it, a running shop never does. */
  onFailpoint?: (name: string) => void | Promise<void>
}

/** What a verb gets when the contract wants an account: the mount has checked that there is one. */
export function callerOf(ctx: Pick<Context, 'caller'>): Caller {
  if (!ctx.caller) throw new Error('this verb needs a caller; its endpoint must not be open to everyone')
  return ctx.caller
}

/**
 * Runs `work` in one transaction. It gets a context of its own whose `db` is the transaction, and which remembers nothing; name
 * it `ctx` too, so that the outer connection is out of reach inside. Of two transactions that wait for each other the database
 * ends one: that one is run once more, and finds its way free.
 */
export async function transact<C extends Pick<Context, 'db' | 'remember'>, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  const once = () =>
    ctx.db.transaction().execute(transaction => work({ ...ctx, db: transaction, remember: readEachTime }))
  try {
    return await once()
  } catch (error) {
    if (isDeadlock(error)) return once()
    throw error
  }
}

let lastMs = 0
let counter = 0

/**
 * An id that sorts by the time it was made: UUID version 7 with a counter (RFC 9562, section 6.2, method 1), so that
 * ids of one process keep their order within a millisecond too.
 */
export function newId(): string {
  const now = Date.now()
  counter = now > lastMs ? randomInt(counterStart) : counter + 1
  lastMs = Math.max(now, lastMs)
  if (counter > counterMost) {
    lastMs += 1
    counter = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${randomUUID().slice(19)}`
}

const counterMost = 0xfff
const counterStart = 0x400
