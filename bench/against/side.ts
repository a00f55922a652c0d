import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { createPool, openDatabase } from '#platform/database'
import { programEnvironment } from '#test/shop/process'
import { processorUsOf } from '../measure/processor.ts'
import { benchId } from '../orders/shop.ts'

/** One of the shops that are held against each other: a checkout of the project, started by its own `npm start`. */
export type Side = AsyncDisposable & {
  address: string
  /** What the shop's processes have used so far, in microseconds; without those of the database. */
  processorUs(): number
  /** What the shop's own process has in memory, shared pages by their share, in megabytes: its launchers wait, and are smaller. */
  megabytes(): number
}

const run = promisify(execFile)
const project = join(import.meta.dirname, '../..')

/** The project as it stands here, or as a commit has it: that is unpacked once, beside others, and builds itself with its first start. */
export async function checkoutOf(commit: string | undefined): Promise<string> {
  if (commit === undefined) return project
  const { stdout } = await run('git', ['rev-parse', '--verify', `${commit}^{commit}`], { cwd: project })
  const hash = stdout.trim()
  const folder = join(tmpdir(), 'tappet-against', hash)
  if (existsSync(folder)) return folder
  const partly = `${folder}.partly`
  await rm(partly, { recursive: true, force: true })
  await mkdir(partly, { recursive: true })
  const archive = join(partly, 'archive.tar')
  await run('git', ['archive', '--output', archive, hash], { cwd: project })
  await run('tar', ['-xf', archive, '-C', partly])
  await rm(archive)
  await rename(partly, folder)
  return folder
}

export type Place = { checkout: string; databaseUrl: string; dataDir: string; secret: string }

const environmentOf = ({ databaseUrl, dataDir, secret }: Place) =>
  programEnvironment({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET: secret,
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO: 'no',
    LOG_LEVEL: 'fatal',
    MAX_OPEN_ORDERS: '10000',
  })

/** Starts a shop, with what its checkout still lacks for that, and waits until it has said where it is. */
export async function startSide(place: Place): Promise<Side> {
  // A process group of its own: what it starts ends with it.
  const child = spawn('npm', ['start'], {
    cwd: place.checkout,
    env: environmentOf(place),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit')
  const address = await addressIn(child)
  return {
    address,
    processorUs: () => processesOf(child).reduce((sum, pid) => sum + processorUsOf(pid), 0),
    megabytes: () => Math.max(...processesOf(child).map(megabytesOf)),
    async [Symbol.asyncDispose]() {
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      await ended
    },
  }
}

function addressIn(child: ChildProcess): Promise<string> {
  let printed = ''
  return new Promise((resolve, reject) => {
    child.once('exit', status => reject(new Error(`the shop ended with status ${status}: ${printed}`)))
    child.stdout?.on('data', chunk => {
      printed += String(chunk)
      const [, address] = /open at (http\S+)/.exec(printed) ?? []
      if (address) resolve(address)
    })
  })
}

/** Those of a process's group that live: the launchers, which wait, and the shop. */
const processesOf = ({ pid: group = 0 }: ChildProcess): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && groupOf(name) === group)
    .map(Number)

function groupOf(pid: string): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '')
    return Number(fields.split(' ')[2])
  } catch {
    // It has just ended.
    return undefined
  }
}

function megabytesOf(pid: number): number {
  const [, kilobytes = '0'] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

export type Stock = { parts: number; buyers: number }

/** Parts, by the shop's own import, and buyers who have come in; returns the ids of the parts, by the number in their names. */
export async function fillSide(place: Place, { parts, buyers }: Stock): Promise<string[]> {
  const list = join(place.dataDir, 'parts.csv')
  const rows = Array.from(
    { length: parts },
    (_, at) => `KW-${at},Kugelwerk,"Wheel bearing ${at}, front",${10 + (at % 900)}.50,1000000`,
  )
  await writeFile(list, `part_number,brand,name,price,stock\n${rows.join('\n')}\n`)
  const command = ['run', 'tappet', '--', 'import', list, '--create-parts', '--yes']
  await run('npm', command, { cwd: place.checkout, env: environmentOf(place) })
  const pool = createPool(place.databaseUrl, { max: 1, name: 'bench' })
  try {
    const db = openDatabase(pool)
    const { rows: columns } = await sql`
      select from information_schema.columns where table_name = 'account_session' and column_name = 'proven_at'`.execute(
      db,
    )
    const ids = Array.from({ length: buyers }, (_, buyer) => benchId(buyer))
    await sql`
      insert into account (id, issuer, subject, email, email_verified, display_name)
      select id, 'bench', id::text, id || '@example.com', true, 'Buyer' from unnest(${ids}::uuid[]) buyer (id)`.execute(
      db,
    )
    // An older shop does not ask when somebody has shown last who they are.
    const isProven = columns.length > 0
    await sql`
      insert into account_session (id, account_id, identity_session, last_seen_at ${sql.raw(isProven ? ', proven_at' : '')})
      select id, id, id::text, now() ${sql.raw(isProven ? ', now()' : '')} from unnest(${ids}::uuid[]) buyer (id)`.execute(
      db,
    )
    await sql`vacuum analyze`.execute(db)
    const { rows: tools } = await sql<{ id: string }>`
      select id from tool where archived_at is null order by substring(name from '[0-9]+')::integer`.execute(db)
    if (tools.length !== parts) throw new Error(`${tools.length} of ${parts} parts are in the shop`)
    return tools.map(({ id }) => id)
  } finally {
    await pool.end()
  }
}
