import { randomUUIDv7 } from 'node:crypto'
import type { Caller } from '#kernel/access'
import type { Database } from './database.server.ts'
import type { Jobs } from './jobs.server.ts'
import type { Log } from './log.server.ts'
import type { Settings } from './settings.server.ts'

export type ActorKind = 'customer' | 'admin' | 'system' | 'provider' | 'operator'

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
}

/** What a verb gets when the contract wants an account: the mount has checked that there is one. */
export function callerOf(ctx: Pick<Context, 'caller'>): Caller {
  if (!ctx.caller) throw new Error('this verb needs a caller; its endpoint must not be open to everyone')
  return ctx.caller
}

/**
 * Runs `work` in one transaction. It gets a context of its own whose `db` is the transaction; name it `ctx` too, so
 * that the outer connection is out of reach inside.
 */
export function transact<C extends Context, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  return ctx.db.transaction().execute(transaction => work({ ...ctx, db: transaction }))
}

/** An id that sorts by the time it was made (UUID version 7). */
export function newId(): string {
  return randomUUIDv7()
}
