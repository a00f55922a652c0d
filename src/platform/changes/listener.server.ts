import type pg from 'pg'
import { within } from '../within.server.ts'

/** A server that vanished without a word, such as one whose machine lost its power, is not waited for. */
export const silentMs = 3000

/** One connection of a pool that hears the notices of a channel, with what each says. Its owner asks by it, too: one statement at a time. */
export type Listener = {
  /** Connects if it is not: to be called now and then, because a connection may break. What was told meanwhile is lost. */
  keep(): Promise<void>
  /** The connection, as long as it stands and listens. */
  client(): pg.PoolClient | undefined
  /** Gives up a connection that does not answer. */
  drop(broken: pg.PoolClient): void
  stop(): void
}

export function listenTo(pool: pg.Pool, channel: string, heard: (payload: string) => void): Listener {
  let client: pg.PoolClient | undefined
  let connecting: Promise<void> | undefined
  let isStopped = false

  function drop(broken: pg.PoolClient): void {
    if (client !== broken) return
    client = undefined
    broken.release(true)
  }

  async function connect(): Promise<void> {
    const fresh = await pool.connect()
    fresh.on('notification', ({ payload = '' }) => heard(payload))
    fresh.on('error', () => drop(fresh))
    fresh.on('end', () => drop(fresh))
    try {
      await within(silentMs, fresh.query(`listen ${channel}`))
    } catch (error) {
      fresh.release(true)
      throw error
    }
    if (isStopped) return fresh.release(true)
    client = fresh
  }

  return {
    async keep() {
      if (client || isStopped) return
      // One try at a time: while the database is away each would take a place in the pool.
      connecting ??= connect().finally(() => (connecting = undefined))
      await connecting
    },
    client: () => client,
    drop,
    stop() {
      isStopped = true
      if (client) drop(client)
    },
  }
}
