import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

/** The embedded database's only user; the folder of the socket is what keeps others out. */
export const databaseUser = 'tappet'

/** Any number, as long as every Tappet uses the same. */
const usersLock = 727_687_733

/** One connection that stays open as long as this process uses the server: a sign that dies with the process. */
export interface Presence {
  /**
   * Gives up this process's share. True when no other process uses the server; then none can join any more. When that
   * cannot be found out, the answer is no: a server too many is better than one stopped under a running shop.
   */
  leave(): Promise<boolean>
  close(): Promise<void>
}

const rejoinMs = 250
/** How long a program that stops waits for a server that it has just started again. */
const comingMs = 20_000

export function socketUrl(socketDirectory: string, database: string): string {
  const host = encodeURIComponent(socketDirectory)
  return `postgresql://${databaseUser}@localhost:5432/${encodeURIComponent(database)}?host=${host}`
}

/** What is done about a server that does not answer any more; called again and again until one does. */
export type Revival = {
  attempt(): void
  succeeded(): void
  /** Whether a server has been started and may still answer. */
  isComing(): boolean
}

/** Undefined when nothing answers there yet, when it serves another cluster, or when it is about to stop. */
export async function joinServer(
  socketDirectory: string,
  cluster: string,
  revival: Revival,
): Promise<Presence | undefined> {
  const join = () => connectShared(socketDirectory, cluster)
  const connection = await join()
  return connection && presenceOf(connection, join, revival)
}

type Connection = { client: Client; socket: Socket }

async function connectShared(socketDirectory: string, cluster: string): Promise<Connection | undefined> {
  const socket = new Socket()
  const client = new Client({ connectionString: socketUrl(socketDirectory, 'postgres'), stream: () => socket })
  client.on('error', () => {}) // The server's end is seen where it matters: by those who query it.
  try {
    await client.connect()
    const answer = await client.query<{ cluster: string; joined: boolean }>(
      `SELECT current_setting('data_directory') AS cluster, pg_try_advisory_lock_shared($1) AS joined`,
      [usersLock],
    )
    const [row] = answer.rows
    if (row?.cluster === cluster && row.joined) return { client, socket }
  } catch {
    // Not there, or not ready: the caller asks again.
  }
  await client.end().catch(() => {})
  return undefined
}

/** Joins again whenever its connection breaks: without it, another process would believe that it is alone. */
function presenceOf(first: Connection, join: () => Promise<Connection | undefined>, revival: Revival): Presence {
  let current: Connection | undefined
  let hasLeft = false

  const hold = (connection: Connection) => {
    current = connection
    connection.socket.unref() // A program that has nothing else to do may end.
    connection.client.once('end', () => {
      current = undefined
      if (!hasLeft) void rejoin()
    })
  }
  const rejoin = async () => {
    const connection = await join()
    if (hasLeft) await connection?.client.end().catch(() => {})
    else if (connection) {
      revival.succeeded()
      hold(connection)
    } else {
      revival.attempt()
      setTimeout(rejoin, rejoinMs).unref()
    }
  }
  hold(first)

  return {
    async leave() {
      hasLeft = true
      current ??= await join()
      // Started again a moment ago, it answers soon, and would outlive its last user.
      const deadline = Date.now() + comingMs
      while (!current && revival.isComing() && Date.now() < deadline) {
        await pause(rejoinMs)
        current = await join()
      }
      if (!current) return false
      current.socket.ref()
      try {
        await current.client.query('SELECT pg_advisory_unlock_shared($1)', [usersLock])
        return await isAlone(current.client)
      } catch {
        return false
      }
    },
    async close() {
      hasLeft = true
      await current?.client.end().catch(() => {})
    },
  }
}

/** Asks more than once: the server may need a moment to notice that another user was killed. */
async function isAlone(client: Client): Promise<boolean> {
  for (let attempt = 0; attempt < 8; attempt++) {
    const answer = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [usersLock])
    if (answer.rows[0]?.alone) return true
    await pause(50)
  }
  return false
}

export async function createDatabase(socketDirectory: string, database: string): Promise<void> {
  const client = new Client({ connectionString: socketUrl(socketDirectory, 'postgres') })
  await client.connect()
  try {
    const existing = await client.query('SELECT FROM pg_database WHERE datname = $1', [database])
    if (existing.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`)
  } catch (error) {
    // Another process made it at the same moment.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}
