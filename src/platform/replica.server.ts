import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Memory } from './changes/memory.server.ts'
import type { Context } from './context.server.ts'
import { type Database, createPool, openDatabase } from './database.server.ts'
import type { Log } from './log.server.ts'
import { within } from './within.server.ts'

type Reading = Pick<Context, 'db' | 'remember' | 'replica'>

/** A standby of the database, for reads that decide nothing. */
export type Replica = {
  read<C extends Reading, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T>
  pool: pg.Pool
}

/**
 * Runs a read that is heavy, and by which nothing is decided, on the replica of `DATABASE_REPLICA_URL`. It sees all that was
 * committed before it began, by whatever process. Where there is no replica, it is late, or the read fails there, it runs on the
 * primary. Name its context `ctx`, too.
 */
export function fromReplica<C extends Reading, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  return ctx.replica && !ctx.db.isTransaction ? ctx.replica.read(ctx, work) : work(ctx)
}

/** A replica that takes longer to come to where the primary is counts as late. */
const lateMs = 500
const lookEveryMs = 10
/** One that begins to answer and then says nothing any more is not waited for. */
const silentMs = 10_000
/** One that was late, or failed, is asked again after so long. */
const restMs = 5000

export type ReplicaOptions = {
  url: string
  log: Pick<Log, 'warn'>
  asOfNow: Memory['asOfNow']
  /** Hears of each read where it was answered. */
  onRead?: (from: 'replica' | 'primary') => void
  isTraced?: boolean
}

export function openReplica({ url, log, asOfNow, onRead, isTraced = false }: ReplicaOptions): Replica {
  const pool = createPool(url, { max: 8, name: 'tappet replica', isReplica: true })
  const replica = openDatabase(pool, { isTraced })
  let restsUntil = 0
  let isResting = false

  function rest(error: unknown): void {
    restsUntil = performance.now() + restMs
    if (!isResting) log.warn({ error }, 'the replica does not answer in time: what it would read, the primary does')
    isResting = true
  }

  return {
    pool,
    async read(ctx, work) {
      const onPrimary = () => {
        onRead?.('primary')
        return work(ctx)
      }
      if (performance.now() < restsUntil) return onPrimary()
      const remember = asOfNow()
      const position = await positionOf(ctx.db)
      try {
        // By one connection: another one may lead to another replica, which may be behind.
        const reading = replica.connection().execute(async db => {
          await within(lateMs, untilReplayed(db, position))
          return work({ ...ctx, db, remember, replica: undefined })
        })
        const result = await within(silentMs, reading)
        isResting = false
        onRead?.('replica')
        return result
      } catch (error) {
        rest(error)
        return onPrimary()
      }
    },
  }
}

/** How far a cluster has come; `system` is the same for a primary and all that was copied from it. */
type Position = { system: string; position: string }

/** What was acknowledged stands in the log up to there. */
async function positionOf(db: Database): Promise<Position> {
  const { rows } = await sql<Position>`
    select system_identifier::text as system, pg_current_wal_flush_lsn()::text as position from pg_control_system()`.execute(
    db,
  )
  if (!rows[0]) throw new Error('the database does not say how far it is')
  return rows[0]
}

async function untilReplayed(db: Database, { system, position }: Position): Promise<void> {
  const deadline = performance.now() + lateMs
  for (;;) {
    const { rows } = await sql<{ is_copy: boolean; is_there: boolean }>`
      select pg_is_in_recovery() and system_identifier::text = ${system} as is_copy,
        coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as is_there
      from pg_control_system()`.execute(db)
    if (!rows[0]?.is_copy) throw new Error('DATABASE_REPLICA_URL does not lead to a standby of the database')
    if (rows[0].is_there) return
    if (performance.now() > deadline) throw new Error('The replica is late')
    await pause(lookEveryMs)
  }
}
