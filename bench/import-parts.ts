import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createPool, openDatabase } from '#platform/database'
import { openShopDatabase } from '#platform/postgres/shop-database'
import { readSettings } from '../src/app/settings.server.ts'
import { runImport } from './import.ts'
import type { Figure } from './measure/figure.ts'
import { rounded } from './measure/rounds.ts'

const parts = 10_000
const numbers = 30_000

/**
 * A supplier's list of ten thousand parts that the shop lacks, in categories that it lacks, with a maker's number each: read, checked
 * and committed by the shop's command, undone, and both once more, now that an import was undone; then thirty thousand numbers of these
 * parts, read and checked alone. Each time with the start of the command.
 */
export async function importParts(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-bench-'))
  const database = await openShopDatabase(
    readSettings({ DATA_DIR: dataDir, PORT: '0', DEMO: 'no', LOG_LEVEL: 'fatal' }),
  )
  const pool = createPool(database.url, { max: 1, name: 'bench' })
  const db = openDatabase(pool)
  const seconds = async (args: string[]) => {
    const { elapsedMs } = await runImport(args, { dataDir, databaseUrl: database.url })
    return rounded(elapsedMs / 1000)
  }
  const countTools = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from tool where archived_at is null`.execute(db)
    return rows[0]?.count
  }
  const requireTools = async (expected: number) => {
    const count = await countTools()
    if (count !== expected) throw new Error(`the shop has ${count} parts, not ${expected}`)
  }
  try {
    const list = join(dataDir, 'parts.csv')
    await writeFile(list, [...partLines()].join(''))
    const references = join(dataDir, 'numbers.csv')
    await writeFile(references, [...numberLines()].join(''))
    const commit = async () => {
      const elapsed = await seconds([list, '--yes', '--create-parts', '--create-categories', '--source', 'Bench'])
      await requireTools(parts)
      return elapsed
    }
    const undo = async () => {
      const { rows } = await sql<{ number: number }>`select max(number) as number from import`.execute(db)
      const elapsed = await seconds(['--undo', String(rows[0]?.number)])
      await requireTools(0)
      return elapsed
    }
    const figure = (name: string, value: number, limit: number): Figure => ({ name, value, unit: 's', limit })
    return [
      figure(`a list of ${parts} new parts: read, checked and committed`, await commit(), 10),
      figure('undone', await undo(), 10),
      figure('committed once more, after an undone import', await commit(), 10),
      figure('undone once more', await undo(), 10),
      figure('committed for the third time', await commit(), 10),
      figure(`${numbers} numbers: read and checked`, await seconds([references, '--dry-run', '--source', 'Bench']), 5),
    ]
  } finally {
    await pool.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function* partLines(): Generator<string> {
  yield 'brand,part_number,name,description,category,price,stock,oem\n'
  for (let n = 0; n < parts; n += 1)
    yield `Acme,P-${n},Brake disc ${n},"Vented, 280 mm, for the front axle",Category ${n % 40},${10 + (n % 90)}.50,${n % 25},OE-${n}\n`
}

function* numberLines(): Generator<string> {
  yield 'brand,part_number,kind,number,number_brand\n'
  for (let n = 0; n < numbers; n += 1) yield `Acme,P-${n % parts},interchange,X-${n},Other\n`
}
