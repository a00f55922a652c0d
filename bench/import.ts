import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Database, createPool, openDatabase } from '#platform/database'
import { readSettings } from '../src/app/settings.server.ts'
import { openShopDatabase } from '#platform/postgres/shop-database'
import { commandLine, nodeEnvironment, nodeOptions } from '../launch/setup.mjs'
import type { Figure } from './measure/figure.ts'
import { rounded } from './measure/rounds.ts'

const root = join(import.meta.dirname, '..')
const parts = 20_000
const vehicles = 16_000
const rows = Number(process.env['IMPORT_ROWS'] ?? 1_000_000)

/**
 * A fitment file of a million rows by the shop's command, read, checked and committed, beside a bare COPY of the same rows into
 * the same table with the same indexes. The memory is the most that the command's process had, as the system counts it.
 */
export async function importFiles(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-bench-'))
  const database = await openShopDatabase(
    readSettings({ DATA_DIR: dataDir, PORT: '0', DEMO: 'no', LOG_LEVEL: 'fatal' }),
  )
  const pool = createPool(database.url, { max: 2, name: 'bench' })
  try {
    const db = openDatabase(pool)
    await fillParts(db)
    const file = join(dataDir, 'fitment.csv')
    await pipeline(Readable.from(csvLines()), createWriteStream(file))
    const command = await runImport([file, '--yes', '--source', 'Bench'], { dataDir, databaseUrl: database.url })
    const imported = await countRows(db)
    if (imported !== rows) throw new Error(`${imported} of ${rows} rows were imported`)
    await sql`truncate fitment`.execute(db)
    const copyMs = await copyRows(pool)
    const perSecond = (elapsedMs: number) => (1000 * rows) / elapsedMs
    return [
      { name: `import of ${rows} fitment rows`, value: rounded(perSecond(command.elapsedMs), 0), unit: 'per s' },
      { name: 'bare COPY into the same table', value: rounded(perSecond(copyMs), 0), unit: 'per s' },
      { name: 'the one to the other (at least)', value: rounded(copyMs / command.elapsedMs), unit: '', limit: 0.5 },
      { name: 'memory of the import (at most)', value: rounded(command.peakMegabytes, 0), unit: 'MB', limit: 300 },
    ]
  } finally {
    await pool.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fillParts(db: Database): Promise<void> {
  await sql`insert into brand (id, name) values (gen_random_uuid(), 'Acme')`.execute(db)
  await sql`
    insert into tool (id, name, description, price, on_hand, minimum_quantity, part_number, brand_id)
    select gen_random_uuid(), 'Part ' || n, 'For the bench.', 100, 1, 1, 'P-' || n, (select id from brand)
    from generate_series(0, ${parts}::integer - 1) n order by n`.execute(db)
  await sql`insert into make (name) select 'Make ' || n from generate_series(0, 39) n`.execute(db)
  await sql`
    insert into model (make_id, name) select make.id, 'Model ' || n from make, generate_series(0, 19) n`.execute(db)
  await sql`
    insert into vehicle (year, model_id) select year, model.id from model, generate_series(2000, 2019) year`.execute(db)
  await sql`analyze`.execute(db)
}

type Row = { part: number; vehicle: number; position: string; condition: string; note: string }

/** Part after part, as catalogues have them, each on vehicles of its own; some with a condition or a note. */
function* applications(): Generator<Row> {
  const each = rows / parts
  for (let n = 0; n < rows; n += 1) {
    const part = Math.floor(n / each)
    yield {
      part,
      vehicle: (part * 104_729 + (n % each) * 311) % vehicles,
      position: n % 3 === 0 ? '' : 'Front',
      condition: n % 10 === 0 ? 'GLS' : '',
      note: n % 7 === 0 ? 'With ABS' : '',
    }
  }
}

/** Vehicles are counted model after model, twenty years each. */
const yearOf = (vehicle: number) => 2000 + (vehicle % 20)
const modelOf = (vehicle: number) => Math.floor(vehicle / 20)

function* csvLines(): Generator<string> {
  yield 'brand,part_number,year,make,model,position,quantity,conditions,notes\n'
  for (const { part, vehicle, position, condition, note } of applications()) {
    const model = modelOf(vehicle)
    const named = `Make ${Math.floor(model / 20)},Model ${model % 20}`
    yield `Acme,P-${part},${yearOf(vehicle)},${named},${position},2,${condition && `Submodel=${condition}`},${note}\n`
  }
}

export type Whereabouts = { dataDir: string; databaseUrl: string }

/** Runs `tappet import` with these arguments: how long it took, the most memory that it had, and what it printed. */
export async function runImport(args: string[], { dataDir, databaseUrl }: Whereabouts) {
  const began = performance.now()
  const command = spawn(process.execPath, [...nodeOptions, ...commandLine, 'import', ...args], {
    cwd: root,
    env: { ...process.env, ...nodeEnvironment, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  command.stdout.on('data', chunk => (printed += String(chunk)))
  let peakMegabytes = 0
  const look = setInterval(() => {
    void residentMegabytes(command.pid).then(now => (peakMegabytes = Math.max(peakMegabytes, now)))
  }, 100)
  const [status] = (await once(command, 'exit')) as [number | null]
  clearInterval(look)
  if (status !== 0) throw new Error(`the import ended with status ${status}: ${printed}`)
  return { elapsedMs: performance.now() - began, peakMegabytes, printed }
}

/** The most memory that a process has had, as Linux counts it; 0 when it has ended. */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

async function countRows(db: Database): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from fitment`.execute(db)
  return counted[0]?.count ?? 0
}

/** The same rows with the numbers of their tools and vehicles, which the import has to find. */
async function copyRows(pool: pg.Pool): Promise<number> {
  const ids = async (text: string) => (await pool.query<{ id: number }>(text)).rows.map(({ id }) => id)
  const tools = await ids('select ordinal as id from tool order by substr(part_number, 3)::integer')
  const models = await pool.query<{ id: number; make: string; model: string }>(`
    select model.id, make.name as make, model.name as model from model join make on make.id = model.make_id`)
  const modelIds = new Map(models.rows.map(({ id, make, model }) => [`${make},${model}`, id]))
  const vehicleIds = new Map(
    (
      await pool.query<{ id: number; year: number; model_id: number }>('select id, year, model_id from vehicle')
    ).rows.map(({ id, year, model_id: model }) => [`${year},${model}`, id]),
  )
  const [source] = await ids('select max(id) as id from data_source')
  function* lines(): Generator<string> {
    for (const { part, vehicle, position, condition, note } of applications()) {
      const model = modelOf(vehicle)
      const modelId = modelIds.get(`Make ${Math.floor(model / 20)},Model ${model % 20}`)
      const cells = [
        vehicleIds.get(`${yearOf(vehicle)},${modelId}`),
        tools[part],
        position || '\\N',
        2,
        condition ? `[{"name": "Submodel", "value": "${condition}"}]` : '\\N',
        note ? `{"${note}"}` : '\\N',
        source,
      ]
      yield `${cells.join('\t')}\n`
    }
  }
  const client = await pool.connect()
  try {
    const began = performance.now()
    const into = client.query(
      copyFrom('copy fitment (vehicle_id, tool_ordinal, position, quantity, conditions, notes, source_id) from stdin'),
    )
    await pipeline(Readable.from(lines()), into)
    return performance.now() - began
  } finally {
    client.release()
  }
}
