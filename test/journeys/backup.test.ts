import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createPool } from '#platform/database'
import { keepSecret } from '#platform/files/data-directory'
import { migrate } from '#platform/postgres/migrations'
import { takeFile } from '#platform/files/waiting'
import { readManifest } from '../../src/app/operations/read-backup.server.ts'
import { restoreBackup } from '../../src/app/operations/restore.server.ts'
import { writeBackup } from '../../src/app/operations/backup.server.ts'
import { databaseUrl, onServer, type TestDatabase } from '../shop/databases.ts'
import { hashesOfTables } from '../shop/table-hashes.ts'
import { type Person, buy, createPerson, createTool, placeOrder, request, reviewBy, visitor } from '../factories.ts'
import { type TestShop, createTestDatabase, startTestShop } from '../harness.ts'
import { expectLedgerToAddUp } from '../races/ledger.ts'

let shop: TestShop
let buyer: Person
let directory: string
const pools: pg.Pool[] = []
const databases: TestDatabase[] = []

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tappet-backup-'))
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '1000' } })
  await keepSecret(shop.dataDir, 'secret')
  buyer = await createPerson(shop)
  await createPerson(shop, 'admin')
  await takeFile(shop.system, new Blob(['for a job']).stream())
  const tool = await createTool(shop, { name: 'Tabs\tand\nlines \\ "quotes" – Schlüssel 8″', onHand: 500 })
  await buy(shop, buyer, tool)
  await placeOrder(buyer, tool)
  await reviewBy(buyer)
})
afterAll(async () => {
  for (const pool of pools) await pool.end()
  for (const database of databases) await database.drop()
  await shop.close()
  await rm(directory, { recursive: true, force: true })
})

function connect(url: string): pg.Pool {
  const pool = createPool(url, { max: 4 })
  pools.push(pool)
  return pool
}

const silent = { now: () => new Date(), onProgress: () => undefined }
const named = (name: string) => join(directory, `${name}-${randomBytes(3).toString('hex')}.tappet`)

function backUp(file: string, from: Pick<TestShop, 'databaseUrl' | 'dataDir'> = shop) {
  const imagesDirectory = join(from.dataDir, 'images')
  return writeBackup(file, { ...silent, pool: connect(from.databaseUrl), dataDir: from.dataDir, imagesDirectory })
}

/** An empty database and an empty folder. */
async function emptyPlace() {
  const database = await createTestDatabase()
  databases.push(database)
  const dataDir = await mkdtemp(join(directory, 'data-'))
  return { databaseUrl: database.url, dataDir, pool: connect(database.url) }
}

/** A backup, and what it has to hold: made once more if a job of the running shop has written something meanwhile. */
async function backUpAtRest() {
  const pool = connect(shop.databaseUrl)
  for (;;) {
    const file = named('whole')
    const before = await hashesOfTables(pool)
    const end = await backUp(file)
    if (JSON.stringify(await hashesOfTables(pool)) === JSON.stringify(before)) return { file, before, ...end }
  }
}

describe('a backup', () => {
  it('brings every table, picture and secret into an empty place', async () => {
    const { file, before, rows, images } = await backUpAtRest()
    expect(rows['public.orders']).toBe(2)
    expect(images).toBeGreaterThan(0)
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const place = await emptyPlace()
    // Numbers of transactions are another database's, and what waits for a job has none there: only migrations have told of some.
    const leftOut = 'select 1 from change union all select 1 from waiting_file'
    const ofMigrations = (await place.pool.query(leftOut)).rowCount
    expect(await restoreBackup(file, { ...place, ...silent })).toMatchObject({ rows, images })

    expect(await hashesOfTables(place.pool)).toEqual(before)
    expect((await shop.pool.query(leftOut)).rowCount).toBeGreaterThan(1)
    expect((await place.pool.query(leftOut)).rowCount).toBe(ofMigrations)
    expect(Object.keys(before).length).toBeGreaterThan(40)
    const pictures = await readdir(join(shop.dataDir, 'images'))
    expect((await readdir(join(place.dataDir, 'images'))).toSorted()).toEqual(pictures.toSorted())
    for (const name of pictures) {
      expect(await readFile(join(place.dataDir, 'images', name))).toEqual(
        await readFile(join(shop.dataDir, 'images', name)),
      )
    }
    expect(await readFile(join(place.dataDir, 'secret'), 'utf8')).toBe(
      await readFile(join(shop.dataDir, 'secret'), 'utf8'),
    )
  })

  it('is a shop again: who was logged in still is, and the next order has the next number', async () => {
    const file = named('again')
    await backUp(file)
    const place = await emptyPlace()
    await restoreBackup(file, { ...place, ...silent })
    const again = await startTestShop({ database: { url: place.databaseUrl, drop: async () => undefined } })
    try {
      const asBuyer = { authorization: `Bearer ${buyer.token}` }
      const orders = await request(`${again.address}/api/orders?email=${buyer.email}`, 'GET', undefined, asBuyer)
      expect(orders.body).toHaveLength(2)
      const session = { email: buyer.email, password: 'a long test password' }
      expect((await request(`${again.address}/identity/sign-in/email`, 'POST', session)).status).toBe(200)
      const numbers = orders.body.map((order: { number: string }) => Number(order.number.slice(2)))
      const order = { tools_id: orders.body[0].tools_id, quantity: 1, phone: '5550100', company: 'x', address: 'y' }
      const placed = await request(`${again.address}/api/orders`, 'POST', order, asBuyer)
      expect(placed.status).toBe(200)
      const { rows } = await sql<{ number: string }>`
        select number from orders where id = ${placed.body.insertedId}`.execute(again.db)
      expect(Number(rows[0]?.number.slice(2))).toBe(Math.max(...numbers) + 1)
      await expectLedgerToAddUp(again)
    } finally {
      await again.close()
    }
  })

  it('is of one moment, however much is ordered meanwhile', async () => {
    const busy = await createTool(shop, { onHand: 10_000 })
    const ordering = new AbortController()
    let placed = 0
    const order = async () => {
      while (!ordering.signal.aborted) {
        await placeOrder(buyer, busy)
        placed += 1
      }
    }
    const buyers = Promise.all([order(), order(), order(), order()])
    const files = [named('busy'), named('busy'), named('busy')]
    for (const file of files) await backUp(file)
    ordering.abort()
    await buyers
    expect(placed).toBeGreaterThan(0)
    for (const file of files) {
      const place = await emptyPlace()
      await restoreBackup(file, { ...place, ...silent })
      const restored = await startTestShop({ database: { url: place.databaseUrl, drop: async () => undefined } })
      await expectLedgerToAddUp(restored).finally(() => restored.close())
    }
  })

  it('shows how far it is', async () => {
    const steps: string[] = []
    const onProgress = ({ what, done, total }: { what: string; done: number; total: number }) =>
      void steps.push(`${what} ${done}/${total}`)
    const parts = { ...silent, pool: connect(shop.databaseUrl), dataDir: shop.dataDir, imagesDirectory: undefined }
    await writeBackup(named('steps'), { ...parts, onProgress })
    expect(steps).toContainEqual(expect.stringMatching(/^public\.orders \d+\/\d+$/))
    expect(steps).toContainEqual(expect.stringMatching(/^tables (\d+)\/\1$/))
    expect(steps.at(-1)).toBe('read back 1/1')
  })

  it('never takes the place of another file, and leaves none behind that is not whole', async () => {
    const file = named('taken')
    await writeFile(file, 'something else')
    await expect(backUp(file)).rejects.toThrow('exists already')
    expect(await readFile(file, 'utf8')).toBe('something else')
    const inNoFolder = join(directory, 'no/such/folder.tappet')
    await expect(backUp(inNoFolder)).rejects.toThrow('cannot be written')

    const broken = named('broken')
    const pool = connect(shop.databaseUrl)
    const parts = { ...silent, pool, dataDir: shop.dataDir, imagesDirectory: undefined }
    const onProgress = () => {
      throw new Error('the database is gone')
    }
    await expect(writeBackup(broken, { ...parts, onProgress })).rejects.toThrow('the database is gone')
    expect((await readdir(directory)).filter(name => name.startsWith('broken'))).toEqual([])
  })
})

describe('where there is nothing to back up', () => {
  it('a database without a shop is told, and no file is made', async () => {
    const { adminUrl } = inject('databaseServer')
    const name = `tappet_test_${randomBytes(6).toString('hex')}`
    await onServer(adminUrl, `create database ${name}`)
    const databaseAddress = databaseUrl(adminUrl, name)
    databases.push({
      url: databaseAddress,
      drop: () => onServer(adminUrl, `drop database if exists ${name} with (force)`),
    })
    const file = named('nothing')
    const from = { databaseUrl: databaseAddress, dataDir: directory }
    await expect(backUp(file, from)).rejects.toThrow('There is no shop to back up.')
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  it('a disk that is full is told', async () => {
    const file = named('full')
    await symlink('/dev/full', `${file}.part`)
    await expect(backUp(file)).rejects.toThrow('is full. Nothing was written.')
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })
})

describe('restoring', () => {
  let file: string
  let place: Awaited<ReturnType<typeof emptyPlace>>
  beforeAll(async () => {
    file = named('given')
    await backUp(file)
  })
  beforeEach(async () => {
    place = await emptyPlace()
  })

  const isEmpty = async () => {
    const { rows } = await place.pool.query('select from account')
    const left = await readdir(place.dataDir)
    return rows.length === 0 && left.length === 0
  }

  it('is refused where a shop is', async () => {
    const changes = async () => (await place.pool.query('select from change')).rowCount ?? 0
    const ofMigrations = await changes()
    await place.pool.query(`insert into brand (id, name) values (gen_random_uuid(), 'B') on conflict do nothing`)
    await restoreBackup(file, { ...place, ...silent })
    const before = await hashesOfTables(place.pool)
    await expect(restoreBackup(file, { ...place, ...silent })).rejects.toThrow('This shop is not empty.')
    expect(await hashesOfTables(place.pool)).toEqual(before)
    // Told by the numbers of transactions, which are another database's: here only of the brand.
    expect((await shop.pool.query('select from change')).rowCount).toBeGreaterThan(1)
    expect(await changes()).toBe(ofMigrations + 1)
    expect(await readdir(join(place.dataDir, 'images'))).not.toEqual([])
  })

  it.each([
    ['pictures', 'images/one.webp'],
    ['a secret', 'secret'],
  ])('into an empty database leaves %s of the folder alone', async (_what, name) => {
    await mkdir(join(place.dataDir, 'images'))
    await writeFile(join(place.dataDir, name), 'of a shop that lives')
    await expect(restoreBackup(file, { ...place, ...silent })).rejects.toThrow('Restore into an empty DATA_DIR.')
    expect(await readFile(join(place.dataDir, name), 'utf8')).toBe('of a shop that lives')
    expect((await place.pool.query('select from account')).rows).toEqual([])
  })

  it('that died after its files were placed, and before its commit, is done once more', async () => {
    await mkdir(join(place.dataDir, 'images'))
    await writeFile(join(place.dataDir, 'images/half.webp'), 'of the restore that died')
    await writeFile(join(place.dataDir, 'restore-under-way'), '')
    await restoreBackup(file, { ...place, ...silent })
    const left = await readdir(place.dataDir)
    expect(left).not.toContain('restore-under-way')
    expect(await readdir(join(place.dataDir, 'images'))).not.toContain('half.webp')
  })

  it.each([
    ['nothing', async () => join(directory, 'nothing'), 'There is no file'],
    ['a folder', async () => directory, 'cannot be read'],
    ['another file', async () => join(import.meta.dirname, '../../package.json'), 'not a whole backup'],
  ])('is refused of %s', async (_what, at, sentence) => {
    const path = await at()
    await expect(readManifest(path)).rejects.toThrow(sentence)
    await expect(restoreBackup(path, { ...place, ...silent })).rejects.toThrow(sentence)
    expect(await isEmpty()).toBe(true)
  })

  it.each([0.999, 0.7, 0.3])('of a file that was cut off at %f leaves the place empty', async share => {
    const cut = named('cut')
    await writeFile(cut, await readFile(file))
    await truncate(cut, Math.floor((await stat(cut)).size * share))
    await expect(restoreBackup(cut, { ...place, ...silent })).rejects.toThrow('not a whole backup')
    expect(await isEmpty()).toBe(true)
    // Nothing of the attempt stands in the way of the next.
    await restoreBackup(file, { ...place, ...silent })
  })

  it('that stops half-way leaves the place empty, and the next one goes through', async () => {
    let isAtPictures = false
    const onProgress = ({ what }: { what: string }) => {
      isAtPictures ||= what === 'pictures'
      if (isAtPictures) throw new Error('the disk is full')
    }
    await expect(restoreBackup(file, { ...place, ...silent, onProgress })).rejects.toThrow('the disk is full')
    expect(await isEmpty()).toBe(true)
    await restoreBackup(file, { ...place, ...silent })
    expect((await place.pool.query('select from orders')).rows).not.toEqual([])
  })

  it('says so when the folder cannot be written, and restores no table', async () => {
    await rm(place.dataDir, { recursive: true })
    await writeFile(place.dataDir, 'a file where the folder ought to be')
    await expect(restoreBackup(file, { ...place, ...silent })).rejects.toThrow('Choose a DATA_DIR')
    expect((await place.pool.query('select from account')).rows).toEqual([])
  })

  it('takes a backup of an older release, which is then brought up to date', async () => {
    const { adminUrl } = inject('databaseServer')
    const name = `tappet_test_${randomBytes(6).toString('hex')}`
    await onServer(adminUrl, `create database ${name}`)
    const url = databaseUrl(adminUrl, name)
    databases.push({ url, drop: () => onServer(adminUrl, `drop database if exists ${name} with (force)`) })
    const { migrations } = await readManifest(file)
    const older = migrations.slice(0, 9)
    await migrate(connect(url), { only: older })
    await connect(url).query(`
      insert into account (id, issuer, subject, email, display_name)
      values (gen_random_uuid(), 'urn:tappet:identity', 'someone', 'old@example.com', 'Old Customer')`)
    const old = named('old')
    await backUp(old, { databaseUrl: url, dataDir: place.dataDir })

    const nextName = `tappet_test_${randomBytes(6).toString('hex')}`
    await onServer(adminUrl, `create database ${nextName}`)
    const nextUrl = databaseUrl(adminUrl, nextName)
    databases.push({ url: nextUrl, drop: () => onServer(adminUrl, `drop database if exists ${nextName} with (force)`) })
    const next = connect(nextUrl)
    await migrate(next, { only: (await readManifest(old)).migrations })
    await restoreBackup(old, { pool: next, dataDir: place.dataDir, ...silent })
    await migrate(next)
    expect((await next.query('select email from account')).rows).toEqual([{ email: 'old@example.com' }])
    expect((await next.query('select name from migration')).rows).toHaveLength(migrations.length)

    await expect(migrate(connect(url), { only: [...older, '9999-of-tomorrow.sql'] })).rejects.toThrow('newer release')
    // The newest shape does not take rows of an older one.
    await expect(restoreBackup(old, { ...place, ...silent })).rejects.toThrow('another shape')
  })

  it('leaves what was restored to its rules: nothing append-only can be changed', async () => {
    await restoreBackup(file, { ...place, ...silent })
    await expect(place.pool.query('delete from audit')).rejects.toThrow('append-only')
    expect((await visitor(shop).call('GET', '/tools')).status).toBe(200)
  })
})
