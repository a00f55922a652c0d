import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, createPool, openDatabase } from '#platform/database'
import { openShopDatabase } from '#platform/postgres/shop-database'
import { accessTokens } from '#services/accounts'
import { readSettings } from '../../src/app/settings.server.ts'
import { deskOwner, fillBusiness } from './business.ts'
import { measureReads } from './reads.ts'
import type { Figure } from '../measure/figure.ts'
import { fillCatalogue } from '../finder/catalogue.ts'
import { rounded } from '../measure/rounds.ts'
import { withShop } from '../measure/shop.ts'

const share = Number(process.env['DESK_SHARE'] ?? 1)
const size = { tools: 1_000_000 * share, orders: 1_000_000 * share, accounts: 50_000 * share }

/**
 * The owner's desk of a shop with a million tools and a million orders: first pages of its lists, its overview, an edit of more
 * than 100,000 tools, and files of all of it. To fill it takes minutes: `DESK_DATA_DIR` keeps it, `DESK_SHARE=0.1` makes a
 * smaller one.
 */
export async function desk(): Promise<Figure[]> {
  const kept = process.env['DESK_DATA_DIR']
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'tappet-bench-')))
  const settings = readSettings({ DATA_DIR: dataDir, PORT: '0', DEMO: 'no', LOG_LEVEL: 'fatal' })
  const database = await openShopDatabase(settings)
  const pool = createPool(database.url, { max: 4, name: 'bench' })
  try {
    const db = openDatabase(pool)
    const { rows } = await sql`select from orders limit 1`.execute(db)
    if (rows.length === 0) {
      await fillCatalogue(db, { tools: size.tools, applications: 0, numbers: size.tools })
      await fillBusiness(db, size)
    }
    const secret = randomBytes(32).toString('hex')
    const environment = { DATABASE_URL: database.url, SECRET: secret, LOG_LEVEL: 'fatal' }
    const figures = await withShop(environment, address => measure(address, secret, db))
    return [...figures, ...(await measureExport(database.url))]
  } finally {
    await pool.end()
    await database.stop()
    if (!kept) await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure(address: string, secret: string, db: Database): Promise<Figure[]> {
  const tokens = accessTokens([secret])
  const headers = () => ({
    authorization: `Bearer ${tokens.sign({ accountId: deskOwner, sessionId: deskOwner }, new Date()).token}`,
  })
  return [...(await measureReads(address, headers, size.tools)), ...(await measureEdit(address, headers, db))]
}

/** One percent more for all tools of the largest category: planned, committed, and taken back. */
async function measureEdit(address: string, headers: () => Record<string, string>, db: Database): Promise<Figure[]> {
  const post = async (path: string, body: unknown = {}) => {
    const answer = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json', 'idempotency-key': randomBytes(8).toString('hex') },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { insertedId: string }
  }
  const reaches = async (id: string, state: string) => {
    const began = performance.now()
    for (;;) {
      const answer = await fetch(`${address}/api/toolEdits/${id}`, { headers: headers() })
      if (((await answer.json()) as { state: string }).state === state) return (performance.now() - began) / 1000
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }
  const { rows } = await sql<{ tools: number }>`select count(*)::integer as tools from tool
    join category on category.id = tool.category_id where category.slug = 'category-1'`.execute(db)
  const change = { price: { how: 'percent', value: '+1', roundTo: '0.05' } }
  const { insertedId } = await post('/toolEdits', { filter: { category: 'category-1' }, change })
  const planned = await reaches(insertedId, 'planned')
  await post(`/toolEdits/${insertedId}/commit`)
  const committed = await reaches(insertedId, 'committed')
  await post(`/toolEdits/${insertedId}/undo`)
  const undone = await reaches(insertedId, 'undone')
  return [
    { name: 'an edit: tools', value: rows[0]?.tools ?? 0, unit: '' },
    { name: 'an edit: what would change', value: rounded(planned, 1), unit: 's' },
    { name: 'an edit: committed', value: rounded(committed, 1), unit: 's' },
    { name: 'an edit: taken back', value: rounded(undone, 1), unit: 's' },
  ]
}

/** Files of all tools and of all orders by the command: how long they take, and whether memory grows with them. */
async function measureExport(url: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tappet-bench-'))
  try {
    const figures: Figure[] = []
    for (const [name, words] of [
      ['all tools as a file', ['export', 'parts', join(folder, 'parts.csv')]],
      ['all orders as a file', ['report', 'orders', join(folder, 'orders.csv')]],
    ] as const) {
      const { seconds, early, late } = await runMeasured(url, words)
      figures.push(
        { name, value: rounded(seconds, 1), unit: 's' },
        {
          name: `${name}: memory at the end to that after a quarter`,
          value: rounded(late / early),
          unit: '',
          limit: 1.2,
        },
      )
    }
    return figures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs a command of the shop, and looks at the memory of its process meanwhile (Linux tells it). */
async function runMeasured(url: string, words: readonly string[]) {
  const { PATH = '', HOME = '' } = process.env
  const program = join(import.meta.dirname, '../../src/app/cli.ts')
  const began = performance.now()
  const child = spawn(process.execPath, [program, ...words], {
    cwd: '/',
    env: { PATH, HOME, DATABASE_URL: url, DEMO: 'no', LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const samples: number[] = []
  const timer = setInterval(() => {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(statusOf(child.pid))?.[1]
    if (kilobytes) samples.push(Number(kilobytes))
  }, 100)
  const status = await new Promise(resolve => child.on('close', resolve))
  clearInterval(timer)
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${String(status)}`)
  const quarter = Math.ceil(samples.length / 4)
  return {
    seconds: (performance.now() - began) / 1000,
    early: Math.max(...samples.slice(0, quarter)),
    late: Math.max(...samples.slice(-quarter)),
  }
}

function statusOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
