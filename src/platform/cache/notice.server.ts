import { sql } from 'kysely'
import type pg from 'pg'
import type { Context } from '../context.server.ts'

/** Tells every process of the shop, when the caller's transaction commits, that something on this channel has changed. */
export async function giveNotice(ctx: Pick<Context, 'db'>, channel: string): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(ctx.db)
}

export type Listener = {
  /** Listens if it does not: to be called now and then, because a connection may break. */
  keep(): Promise<void>
  /** Whether what is told now is heard. */
  isListening(): boolean
  stop(): void
}

/** Hears the notices of channels by a connection of its own. What is missed while it is broken is not told later. */
export function listenFor(
  pool: pg.Pool,
  channels: readonly string[],
  heard: (notice: pg.Notification) => void,
): Listener {
  let client: pg.PoolClient | undefined
  let isHearing = false
  let isStopped = false
  let connecting: Promise<void> | undefined
  const drop = (broken: pg.PoolClient) => {
    if (client !== broken) return
    client = undefined
    isHearing = false
    broken.release(true)
  }
  const connect = async () => {
    const fresh = await pool.connect()
    if (isStopped) return fresh.release()
    client = fresh
    fresh.on('notification', heard)
    fresh.on('error', () => drop(fresh))
    fresh.on('end', () => drop(fresh))
    try {
      await fresh.query(channels.map(channel => `listen ${channel}`).join('; '))
    } catch (error) {
      drop(fresh)
      throw error
    }
    isHearing = client === fresh
  }
  return {
    async keep() {
      if (client || isStopped) return
      // One try at a time: while the database is away each would take a place in the pool.
      connecting ??= connect().finally(() => (connecting = undefined))
      await connecting
    },
    isListening: () => isHearing,
    stop() {
      isStopped = true
      if (client) drop(client)
    },
  }
}
