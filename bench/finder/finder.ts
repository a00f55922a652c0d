import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, createPool, opaque, openDatabase } from '#platform/database'
import { readSettings } from '../../src/app/settings.server.ts'
import { openShopDatabase } from '#platform/postgres/shop-database'
import { selectTools } from '#services/catalogue'
import type { Figure } from '../measure/figure.ts'
import { benchToolId, fillCatalogue } from './catalogue.ts'
import { measurePlatformShapes } from './platforms.ts'
import { type Questions, makeQuestions } from './questions.ts'
import { recordStatements } from '../measure/pgbench.ts'
import { reader } from '../measure/reader.ts'
import { type Round, callTimes, perSecond, quantile, rounded } from '../measure/rounds.ts'
import { withShop } from '../measure/shop.ts'

const callers = 16
const rounds = 4
const share = Number(process.env['FINDER_SHARE'] ?? 1)
export const size = { tools: 1_000_000 * share, applications: 10_000_000 * share, numbers: 3_000_000 * share }

/** How many times the median of reading one tool a question may take, and its p99 in milliseconds on a quiet machine. */
const bounds: Record<string, { ratio: number; p99: number }> = {
  'part number': { ratio: 1.5, p99: 10 },
  'does it fit': { ratio: 1.5, p99: 5 },
  'vehicle and category': { ratio: 4, p99: 30 },
  words: { ratio: 12, p99: 50 },
  'words with a typo': { ratio: 15, p99: 80 },
  VIN: { ratio: 6, p99: 15 },
}

/**
 * A million parts, ten million applications and three million numbers: each kind of question over HTTP by 16 clients, by
 * turns with reading one tool, and that beside a bare route with the same select. To fill the catalogue takes minutes:
 * `FINDER_DATA_DIR` keeps it for the next run, `FINDER_SHARE=0.1` makes a smaller one.
 */
export function finder(): Promise<Figure[]> {
  return withCatalogue(async ({ url, db }) => {
    const questions = await makeQuestions(db)
    return [...(await measure(url, db, questions)), ...(await measurePlatformShapes(db))]
  })
}

/** A database with the catalogue, kept for the next run where `FINDER_DATA_DIR` says so. */
export async function withCatalogue<T>(work: (catalogue: { url: string; db: Database }) => Promise<T>): Promise<T> {
  const kept = process.env['FINDER_DATA_DIR']
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'tappet-bench-')))
  const settings = readSettings({ DATA_DIR: dataDir, PORT: '0', DEMO: 'no', LOG_LEVEL: 'fatal' })
  const database = await openShopDatabase(settings)
  const pool = createPool(database.url, { max: 4, name: 'bench' })
  try {
    const db = openDatabase(pool)
    if (!(await hasCatalogue(db))) {
      // The shop's first start loads the vehicles.
      await withShop({ DATABASE_URL: database.url, LOG_LEVEL: 'fatal' }, async () => undefined)
      await fillCatalogue(db, size)
    }
    return await work({ url: database.url, db })
  } finally {
    await pool.end()
    await database.stop()
    if (!kept) await rm(dataDir, { recursive: true, force: true })
  }
}

async function hasCatalogue(db: Database): Promise<boolean> {
  const { rows } = await sql`select from tool limit 1`.execute(db)
  return rows.length > 0
}

/** The statement by which the shop reads what a card shows of one tool, as it goes to the database. */
async function toolStatement(url: string): Promise<string> {
  const settings = readSettings({ DEMO: 'no' })
  const isIt = sql`tool.id = ${opaque(benchToolId(1), 'uuid')} and tool.archived_at is null`
  const [statement] = await recordStatements(url, pool =>
    selectTools({ db: openDatabase(pool), settings }, isIt, sql`limit 1`),
  )
  if (!statement) throw new Error('reading a tool sent no statement')
  return statement.text
}

async function measure(url: string, db: Database, questions: Questions): Promise<Figure[]> {
  const bare = fork(join(import.meta.dirname, 'bare-select.ts'), [url, await toolStatement(url)])
  try {
    const [bareAddress] = (await once(bare, 'message')) as [string]
    return await withShop({ DATABASE_URL: url, LOG_LEVEL: 'fatal' }, async address => {
      const read = reader(callers)
      const began = performance.now()
      await read(`${address}/api/search?q=brake`)
      const loadedMs = performance.now() - began
      await requireAnswers(questions, path => read(`${address}/api${path}`))
      const addresses = Object.entries(questions).map(([name, paths]): [string, string[]] => [
        name,
        paths.map(path => `${address}/api${path}`),
      ])
      const bareAddresses = (questions['a tool'] ?? []).map(path => bareAddress + path)
      const measured = await inTurn(new Map([['bare route', bareAddresses], ...addresses]), read)
      return [
        { name: 'first search: the index is loaded', value: rounded(loadedMs / 1000, 1), unit: 's' },
        ...figuresOf(measured),
      ]
    })
  } finally {
    bare.kill()
  }
}

/** An empty answer is quick: most questions have to find something. Asks some of those that warm up. */
async function requireAnswers(questions: Questions, read: (path: string) => Promise<string>): Promise<void> {
  for (const [name, paths] of Object.entries(questions)) {
    const answers = await Promise.all(paths.slice(0, 50).map(read))
    const empty = answers.filter(answer => answer.includes('"tools":[]'))
    if (empty.length > answers.length / 4) throw new Error(`${empty.length} of 50 answers to "${name}" are empty`)
  }
}

/**
 * Everything in each round, so that what the machine does meanwhile meets all of them alike. Each question is asked once: the
 * second time the shop would send the answer that it has kept, and what is measured is finding it. The first round warms up.
 */
async function inTurn(
  addresses: Map<string, string[]>,
  read: (address: string) => Promise<string>,
): Promise<Map<string, Round[]>> {
  const measured = new Map<string, Round[]>([...addresses.keys()].map(name => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, all] of addresses) {
      const count = Math.floor(all.length / (rounds + 1))
      const done = await callTimes(count, callers, index => read(all[round * count + index] ?? ''))
      if (round > 0) measured.get(name)?.push(done)
    }
  }
  return measured
}

function figuresOf(measured: Map<string, Round[]>): Figure[] {
  const times = (name: string) => (measured.get(name) ?? []).flatMap(({ latenciesMs }) => latenciesMs)
  const median = (name: string) => quantile(times(name), 0.5)
  const ours = perSecond(measured.get('a tool') ?? [])
  const bare = perSecond(measured.get('bare route') ?? [])
  return [
    { name: 'a tool by id', value: rounded(ours, 0), unit: 'per s' },
    { name: 'a bare route with the same select', value: rounded(bare, 0), unit: 'per s' },
    { name: 'the one to the other (at least)', value: rounded(ours / bare), unit: '', limit: 0.7 },
    { name: 'R: a tool by id, median', value: rounded(median('a tool')), unit: 'ms' },
    ...Object.entries(bounds).flatMap(([name, { ratio, p99 }]) => [
      { name: `${name}, median (at most)`, value: rounded(median(name) / median('a tool')), unit: 'R', limit: ratio },
      { name: `${name}, p99 (orientation)`, value: rounded(quantile(times(name), 0.99), 1), unit: 'ms', limit: p99 },
    ]),
  ]
}
