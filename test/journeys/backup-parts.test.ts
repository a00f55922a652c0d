import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '#platform/database'
import type { Progress } from '../../src/app/operations/backup-format.ts'
import { type BackupParts, writeBackup } from '../../src/app/operations/backup.server.ts'
import { restoreBackup } from '../../src/app/operations/restore.server.ts'
import { hashesOfTables } from '../shop/table-hashes.ts'
import { type TestDatabase, createTestDatabase } from '../harness.ts'

let directory: string
const databases: TestDatabase[] = []
const pools: pg.Pool[] = []

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tappet-parts-'))
})
afterAll(async () => {
  for (const pool of pools) await pool.end()
  for (const database of databases) await database.drop()
  await rm(directory, { recursive: true, force: true })
})

async function createDatabase(): Promise<pg.Pool> {
  const database = await createTestDatabase()
  databases.push(database)
  const pool = createPool(database.url, { max: 2 })
  pools.push(pool)
  return pool
}

/** The shop's tables without their rules: any row can stand in any of them. */
async function databaseWithoutRules(): Promise<pg.Pool> {
  const pool = await createDatabase()
  await pool.query(`
    do $$ declare one record; begin
      for one in select conrelid::regclass as "table", conname as name from pg_constraint
        where contype in ('p', 'u', 'f', 'c', 'x') and conrelid in (${tablesOfTheShop}) loop
        execute format('alter table %s drop constraint if exists %I cascade', one."table", one.name);
      end loop;
      for one in select indexrelid::regclass as name from pg_index where indisunique and indrelid in (${tablesOfTheShop}) loop
        execute format('drop index %s', one.name);
      end loop;
      for one in ${tablesOfTheShop} loop
        execute format('alter table %s disable trigger user; truncate %1$s', one.oid::regclass);
      end loop;
    end $$`)
  return pool
}

const tablesOfTheShop = `select pg_class.oid from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname not in ('pgboss', 'import_staging', 'pg_catalog', 'information_schema', 'pg_toast') and relname not in
    ('migration', 'change', 'waiting_file', 'waiting_file_piece')`

/** Three rows in every table whose turn it is, with a value for each column that takes one. */
async function fill(pool: pg.Pool, every: number): Promise<void> {
  const { rows } = await pool.query<{ table: string; columns: string; values: string }>(`
    select attrelid::regclass::text as table, string_agg(format('%I', attname), ', ') as columns,
      string_agg(format('(%s)::%s', case
        when typcategory = 'N' then 'n'
        when typcategory = 'B' then 'n % 2 = 0'
        when typcategory = 'D' then 'date ''2026-03-30'' + n'
        when typcategory = 'S' then '''tab' || chr(9) || 'line' || chr(10) || '\\ ″'' || n'
        when typcategory = 'A' or typname = 'jsonb' then '''{}'''
        when typname = 'uuid' then 'gen_random_uuid()'
        else 'n::text' end, format_type(atttypid, atttypmod)), ', ') as values
    from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid in (${tablesOfTheShop}) and attnum > 0 and not attisdropped and attgenerated = ''
    group by attrelid order by 1`)
  expect(rows.length).toBeGreaterThan(80)
  for (const { table, columns, values } of rows.filter((_, at) => at % every === 0)) {
    await pool.query(
      `insert into ${table} (${columns}) overriding system value select ${values} from generate_series(1, 3) n`,
    )
  }
}

/** How many parts each table has in the file. */
async function partsOf(file: string): Promise<Map<string, number>> {
  const parts = new Map<string, number>()
  for await (const entry of createReadStream(file).pipe(createGunzip()).pipe(extract())) {
    const [kind, name = ''] = entry.header.name.split('/')
    if (kind === 'tables') parts.set(name, (parts.get(name) ?? 0) + 1)
    entry.resume()
  }
  return parts
}

const quietly = { now: () => new Date(), onProgress: () => undefined }
const inSmallParts = { ...quietly, imagesDirectory: undefined, partBytes: 4 }

describe('a backup whose tables are written in small parts', () => {
  it.each([
    ['three parts and more in every table', 1],
    ['three parts and more in every second table, and none in the others', 2],
    ['none in any', Infinity],
  ])('comes back whole: %s (finding 1)', async (_which, every) => {
    const [source, target] = [await databaseWithoutRules(), await databaseWithoutRules()]
    if (every < Infinity) await fill(source, every)
    const before = await hashesOfTables(source)
    const file = join(directory, `every-${every}.tappet`)
    const end = await writeBackup(file, { ...inSmallParts, pool: source, dataDir: directory })

    const parts = await partsOf(file)
    for (const [name, rows] of Object.entries(end.rows)) {
      expect(rows).toBeOneOf([0, 3])
      if (rows > 0) expect(parts.get(name), name).toBeGreaterThanOrEqual(3)
    }
    const dataDir = await mkdtemp(join(directory, 'data-'))
    expect(await restoreBackup(file, { ...quietly, pool: target, dataDir })).toEqual(end)
    expect(await hashesOfTables(target)).toEqual(before)
  })
})

/** Writes the file anew with this in place of that, which is as long: sizes and checksums of the archive stay right. */
function replaceIn(file: string, that: string, by: string): void {
  const content = gunzipSync(readFileSync(file))
  const at = content.indexOf(that)
  expect(at).toBeGreaterThan(0)
  content.write(by, at)
  writeFileSync(file, gzipSync(content))
}

describe('a backup in which a bit has changed', () => {
  let empty: pg.Pool
  let from: Omit<BackupParts, 'onProgress'>
  beforeAll(async () => {
    empty = await createDatabase()
    const shop = await createDatabase()
    await shop.query(`insert into brand (id, name) values (gen_random_uuid(), 'Padma Tools')`)
    const dataDir = await mkdtemp(join(directory, 'from-'))
    const imagesDirectory = join(dataDir, 'images')
    await mkdir(imagesDirectory)
    await writeFile(join(imagesDirectory, 'picture-1.webp'), 'a picture of pliers')
    await writeFile(join(dataDir, 'secret'), 'a secret of the shop')
    from = { now: quietly.now, pool: shop, dataDir, imagesDirectory }
  })

  const changes: [what: string, that: string, by: string][] = [
    ['a row', 'Padma Tools', 'Padna Tools'],
    ['a picture', 'picture of pliers', 'picture of plyers'],
    ['the name of a picture', 'picture-1.webp', 'picture-1.webq'],
    ['a secret', 'secret of the shop', 'secret of the chop'],
    ['the number of rows', '"public.brand":1', '"public.brand":2'],
    ['the number of pictures', '"images":1', '"images":2'],
  ]

  it.each(changes)('is told of as none when it is read back: %s (finding 1)', async (what, that, by) => {
    const file = join(directory, `read back ${what}`)
    const onProgress: Progress = ({ what, done }) => {
      if (what === 'read back' && done === 0) replaceIn(`${file}.part`, that, by)
    }
    await expect(writeBackup(file, { ...from, onProgress })).rejects.toThrow('is not the same. There is no backup')
    expect((await readdir(directory)).filter(name => name.startsWith('read back'))).toEqual([])
  })

  it.each(changes)('is not restored: %s (finding 1)', async (what, that, by) => {
    const file = join(directory, `restored ${what}`)
    await writeBackup(file, { ...quietly, ...from })
    replaceIn(file, that, by)
    const dataDir = await mkdtemp(join(directory, 'data-'))
    await expect(restoreBackup(file, { ...quietly, pool: empty, dataDir })).rejects.toThrow('not a whole backup')
    expect((await empty.query('select from brand')).rows).toEqual([])
    expect(await readdir(dataDir)).toEqual([])
  })
})
