import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { createPool } from '#platform/database'
import { benchId } from '../orders/shop.ts'

/** A statement as it was sent, with the values that it had. */
export type Statement = { text: string; values: unknown[] }

/**
 * What an order sends that is not the first of its process: `work` is done twice on a connection of its own, and the
 * second time is written down.
 */
export async function recordStatements(url: string, work: (pool: pg.Pool) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const pool = createPool(url, { max: 1, name: 'bench' })
  pool.on('connect', client => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const recording = (text: unknown, values?: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string' && Array.isArray(values)) statements.push({ text, values })
      return query(text, values, ...rest)
    }
    client.query = recording as typeof client.query
  })
  await work(pool)
  statements.length = 0
  await work(pool)
  await pool.end()
  return statements
}

/** The buyer and the tools of the recorded order, of which one of a single line has the first: see `fillShop`. */
export const recorded = { buyer: 0, tools: Array.from({ length: 10 }, (_, at) => at + 1) }

export type Spread = { callers: number; buyersACaller: number; tools: number; lines: number }

/**
 * The same statements for pgbench, word for word. What differs from order to order, it makes up itself: the buyer is one
 * of the client's own, each line's tool one of `tools`, none of which another line may have; new rows get new ids, and times are now and later.
 */
export function pgbenchScript(
  statements: Statement[],
  { callers, buyersACaller, tools, lines: count }: Spread,
): string {
  const lines = statements.map(({ text, values }) => {
    const filled = text
      .replaceAll(/--.*$/gm, '')
      .replaceAll(/\$(\d+)/g, (_, number: string) => asExpression(values[Number(number) - 1]))
    return `${filled.replaceAll(/\s+/g, ' ').trim()};`
  })
  const buyer = `\\set buyer :client_id + ${callers} * random(0, ${buyersACaller - 1})`
  const picks = recorded.tools.slice(0, count).map(n => `\\set tool${n} ${n} + ${count} * random(0, ${tools - 1})`)
  return [buyer, ...picks, ...lines, ''].join('\n')
}

const idOf = (variable: string) => `('00000000-0000-7000-8000-' || lpad(:${variable}::text, 12, '0'))::uuid`

function asExpression(value: unknown): string {
  const tool = recorded.tools.find(tool => value === benchId(tool))
  if (tool !== undefined) return idOf(`tool${tool}`)
  if (value === benchId(recorded.buyer)) return idOf('buyer')
  if (Array.isArray(value)) return `array[${value.map(asExpression).join(', ')}]`
  if (value instanceof Date) return `(now() + '${Math.round((value.getTime() - Date.now()) / 1000)} seconds'::interval)`
  if (typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(value)) return 'uuidv7()'
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return pg.escapeLiteral(value)
  return JSON.stringify(value)
}

export type PgbenchRun = { url: string; scriptFile: string; callers: number; seconds: number }

/** Runs a script on prepared statements; returns transactions per second. */
export async function runPgbench({ url, scriptFile, callers, seconds }: PgbenchRun): Promise<number> {
  const options = ['-n', '-M', 'prepared', '-c', String(callers), '-j', '2', '-T', String(seconds), '-f', scriptFile]
  const { stdout } = await promisify(execFile)(findPgbench(), [...options, connectionOf(url)])
  const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? []
  if (perSecond === undefined || /number of failed transactions: [1-9]/.test(stdout)) {
    throw new Error(`pgbench did not get through: ${stdout}`)
  }
  return Number(perSecond)
}

/** libpq wants the folder of a socket as a parameter of its own; `pg` takes it in its address. */
function connectionOf(url: string): string {
  const { host, port, user, database, password } = new pg.Client({ connectionString: url })
  const parts = { host, port: String(port), user, dbname: database, password: password || undefined }
  return Object.entries(parts)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ')
}

/** The embedded PostgreSQL brings no pgbench: it comes with the server packages of every system. */
function findPgbench(): string {
  const debian = '/usr/lib/postgresql'
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...(existsSync(debian) ? readdirSync(debian).map(version => join(debian, version, 'bin')) : []),
  ]
  const found = folders.map(folder => join(folder, 'pgbench')).find(file => existsSync(file))
  if (!found) throw new Error('This benchmark needs pgbench. Install it: on Debian, apt-get install postgresql-contrib')
  return found
}

export async function keepScript(directory: string, name: string, script: string): Promise<string> {
  const file = join(directory, `${name}.sql`)
  await writeFile(file, script)
  return file
}
