import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { nodeEnvironment, nodeOptions } from '../../launch/setup.mjs'
import { workbookOf } from '../../test/tables/workbooks.ts'
import type { Figure } from '../measure/figure.ts'
import { rounded } from '../measure/rounds.ts'

const names = ['part_number', 'brand', 'name', 'price', 'stock']
const rowOf = (at: number) => [`KW-${at}`, 'Kugelwerk', `Wheel bearing ${at}, front`, `${at % 900}.50`, String(at % 70)]

/**
 * Lists of parts, read as the shop reads what its owner uploads, by the same code under the same options of Node, each by a process of
 * its own without the rest of the shop: how long a hundred thousand rows take as CSV and as a workbook, the start of the process
 * apart, and how much more memory a million rows take than ten thousand.
 */
export async function readTables(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tappet-bench-'))
  try {
    const csv = await readBy(await csvOf(folder, 100_000), 100_000)
    const workbook = await readBy(await workbookIn(folder, 100_000), 100_000)
    const small = await readBy(await csvOf(folder, 10_000), 10_000)
    const large = await readBy(await csvOf(folder, 1_000_000), 1_000_000)
    return [
      { name: '100,000 rows of CSV (at most)', value: rounded(csv.seconds), unit: 's', limit: 5 },
      { name: 'its process, with its start', value: rounded(csv.processorSeconds), unit: 's of processor' },
      { name: '100,000 rows of a workbook (at most)', value: rounded(workbook.seconds), unit: 's', limit: 15 },
      { name: 'its process, with its start', value: rounded(workbook.processorSeconds), unit: 's of processor' },
      { name: 'memory, 10,000 rows', value: rounded(small.megabytes, 0), unit: 'MB' },
      { name: 'memory, 100,000 rows', value: rounded(csv.megabytes, 0), unit: 'MB' },
      { name: 'memory, 1,000,000 rows', value: rounded(large.megabytes, 0), unit: 'MB' },
      {
        name: 'the one more than the other (at most)',
        value: rounded(large.megabytes - small.megabytes, 0),
        unit: 'MB',
        limit: 20,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function csvOf(folder: string, rows: number): Promise<string> {
  const path = join(folder, `${rows}.csv`)
  const lines = function* () {
    yield `${names.join(',')}\n`
    for (let at = 0; at < rows; at += 1)
      yield `${rowOf(at)
        .map(cell => `"${cell}"`)
        .join(',')}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
  return path
}

async function workbookIn(folder: string, rows: number): Promise<string> {
  const path = join(folder, `${rows}.xlsx`)
  const cells = Array.from({ length: rows }, (_, at) => rowOf(at))
  await writeFile(path, workbookOf([{ name: 'Parts', rows: [names, ...cells] }], { texts: 'inline' }))
  return path
}

type Reading = { rows: number; seconds: number; processorSeconds: number; megabytes: number }

async function readBy(path: string, rows: number): Promise<Reading> {
  const reader = join(import.meta.dirname, 'read-list.ts')
  const options = { env: { ...process.env, ...nodeEnvironment } }
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeOptions, reader, path], options)
  const reading = JSON.parse(stdout) as Reading
  if (reading.rows !== rows) throw new Error(`${reading.rows} of ${rows} rows were read`)
  return reading
}
