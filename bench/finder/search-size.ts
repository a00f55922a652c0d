import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#platform/database'
import { startShopProcess } from '#test/shop/process'
import type { Figure } from '../measure/figure.ts'
import { size, withCatalogue } from './finder.ts'
import { rounded } from '../measure/rounds.ts'

/** What `index-process.ts` tells of the index that it has loaded. */
export type IndexFigures = {
  tools: number
  loadSeconds: number
  /** Of the process that loads, apart from the database. */
  processorSeconds: number
  /** By what holds them. */
  bytes: Record<string, number>
  medians: Record<string, number>
}

/**
 * What a catalogue of the finder's bench takes: its search index by itself, a shop's process with it, and applications in the
 * database. `FINDER_SHARE` and `FINDER_DATA_DIR` as there.
 */
export async function searchSize(): Promise<Figure[]> {
  return withCatalogue(async ({ url, db }) => [
    ...(await indexFigures(url)),
    ...(await processFigures(url)),
    ...(await applicationFigures(db)),
  ])
}

async function indexFigures(url: string): Promise<Figure[]> {
  const child = fork(join(import.meta.dirname, 'index-process.ts'), [url], { execArgv: ['--expose-gc'] })
  try {
    const [{ tools, loadSeconds, processorSeconds, bytes, medians }] = (await once(child, 'message')) as [IndexFigures]
    const all = Object.values(bytes).reduce((sum, one) => sum + one, 0)
    return [
      { name: 'parts in the index', value: tools, unit: '' },
      { name: 'index loaded', value: rounded(loadSeconds, 1), unit: 's' },
      { name: 'of these, time of the processor', value: rounded(processorSeconds, 1), unit: 's' },
      { name: 'index, bytes a part', value: rounded(all / tools, 0), unit: 'B' },
      ...Object.entries(bytes).map(([name, value]) => ({
        name: `of these: ${name}`,
        value: rounded(value / tools, 1),
        unit: 'B',
      })),
      ...Object.entries(medians).map(([name, value]) => ({
        name: `${name}, median`,
        value: rounded(value),
        unit: 'ms',
      })),
    ]
  } finally {
    child.kill()
  }
}

/** From the process's start until it says that it is ready, and until a search is answered; and what it holds of memory then. */
async function processFigures(url: string): Promise<Figure[]> {
  const began = performance.now()
  const seconds = () => rounded((performance.now() - began) / 1000, 1)
  const shop = await startShopProcess({ DATABASE_URL: url, LOG_LEVEL: 'fatal' })
  try {
    for (let looks = 0; !(await fetch(`${shop.address}/readyz`)).ok; looks++) {
      if (looks > 2000) throw new Error('the shop does not become ready')
      await wait(50)
    }
    const ready = seconds()
    await (await fetch(`${shop.address}/api/search?q=brake`)).text()
    const searched = seconds()
    const most = await memoryOf(shop.pid)
    await wait(20_000)
    const settled = await memoryOf(shop.pid)
    return [
      { name: 'a shop’s start, to ready', value: ready, unit: 's', limit: 15 },
      { name: 'a shop’s start, to its first search', value: searched, unit: 's', limit: 15 },
      { name: 'memory of its process at its most', value: most.peak, unit: 'MB' },
      { name: 'memory of its process 20 s after', value: settled.now, unit: 'MB', limit: 450 },
    ]
  } finally {
    await shop.end('SIGTERM')
  }
}

export async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024)
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

async function applicationFigures(db: Database): Promise<Figure[]> {
  const { rows } = await sql<{ rows: number; heap: number; indexes: number; numbers: number }>`
    select (select count(*) from fitment)::float8 as rows, pg_table_size('fitment')::float8 as heap,
      pg_indexes_size('fitment')::float8 as indexes, pg_total_relation_size('part_number')::float8 as numbers`.execute(
    db,
  )
  const [one] = rows
  if (!one) throw new Error('the catalogue has no applications')
  return [
    { name: 'applications', value: one.rows, unit: '' },
    { name: 'an application, row', value: rounded(one.heap / one.rows, 1), unit: 'B' },
    { name: 'an application, indexes', value: rounded(one.indexes / one.rows, 1), unit: 'B' },
    { name: 'a part number, row and indexes', value: rounded(one.numbers / size.numbers, 1), unit: 'B' },
  ]
}
