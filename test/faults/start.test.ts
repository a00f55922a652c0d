import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase } from '../shop/databases.ts'
import { createTestDatabase } from '../harness.ts'
import { buildOnce, connect, embeddedDatabase, startInVain, startShopProcess } from '../shop/process.ts'

const timeout = 60_000

let folder: string
let database: TestDatabase

beforeAll(async () => {
  await buildOnce()
  folder = await mkdtemp(join(tmpdir(), 'tappet-start-'))
  database = await createTestDatabase()
}, 120_000)
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** A start that ends at once, with status 1 and one line that tells an operator what to do. */
async function complaintAbout(environment: Record<string, string>): Promise<string> {
  const given = { DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url, ...environment }
  const { status, signal, stdout, stderr } = await startInVain(given)
  expect({ status, signal, stdout, lines: stderr.split('\n').length }, stderr).toEqual({
    status: 1,
    signal: null,
    stdout: '',
    lines: 2,
  })
  expect(stderr).toMatch(/\.\n$/)
  return stderr.trim()
}

describe('a shop that cannot start says in one line what to do:', { timeout }, () => {
  it('a taken port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    expect(await complaintAbout({ PORT: String(port) })).toBe(
      `Port ${port} on 127.0.0.1 is taken. Stop what uses it, or start with PORT=0 for a free one.`,
    )
    other.close()
  })

  it('a data folder that is a file', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expect(await complaintAbout({ DATA_DIR: file })).toMatch(new RegExp(`^DATA_DIR ${file} .*Choose a folder`))
    expect(await complaintAbout({ DATA_DIR: join(file, 'below') })).toMatch(/^DATA_DIR .*Choose a folder/)
  })

  it('a folder of the embedded database that is a file', async () => {
    const dataDir = join(folder, 'occupied')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'postgres'), '')
    expect(await complaintAbout({ DATA_DIR: dataDir, DATABASE_URL: '' })).toContain('Remove that file')
  })

  // Which value is wrong for which setting, `settings.test.ts` says; these are what only a start can tell.
  it('a setting that is wrong, or wrong for this machine', async () => {
    const complaints: [Record<string, string>, RegExp][] = [
      [{ PORT: 'eighty' }, /^PORT takes a whole number/],
      [{ HOST: '0.0.0.0' }, /^Others can reach this shop.*STRIPE_SECRET_KEY/],
      [{ ADMIN_PASSWORD: 'long enough' }, /^ADMIN_PASSWORD needs ADMIN_EMAIL/],
      [{ ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'short' }, /^ADMIN_PASSWORD needs at least 6 characters/],
      [{ DATABASE_URL: 'postgresql://user:hidden@host:port/shop' }, /^DATABASE_URL takes an address/],
      [{ HOST: '192.0.2.1', ALLOW_SANDBOX: 'yes' }, /^HOST 192.0.2.1 is not an address of this machine/],
    ]
    for (const [environment, complaint] of complaints) {
      const said = await complaintAbout(environment)
      expect(said).toMatch(complaint)
      expect(said).not.toContain('hidden')
    }
  })

  it('a database that does not answer, does not exist, or is newer', async () => {
    const nowhere = 'postgresql://somebody:hidden@127.0.0.1:1/shop'
    const unreachable = await complaintAbout({ DATABASE_URL: nowhere })
    expect(unreachable).toBe(
      'The database at 127.0.0.1:1/shop cannot be reached (ECONNREFUSED). Start it, or correct DATABASE_URL.',
    )
    const missing = new URL(database.url)
    missing.pathname = '/there_is_no_such_database'
    expect(await complaintAbout({ DATABASE_URL: missing.href })).toMatch(
      /there_is_no_such_database does not exist. Create it/,
    )
    const db = connect(database.url)
    await sql`insert into migration (name, checksum, needs) values ('9999-later.sql', 'x', '9998-later.sql')`.execute(
      db,
    )
    expect(await complaintAbout({})).toBe(
      'The database is newer than this program (migration 9999-later.sql). Update the program.',
    )
    await sql`delete from migration where name = '9999-later.sql'`.execute(db)
    await db.destroy()
  })
})

describe('a shop that starts', { timeout }, () => {
  it('[D5.19] prints where it is and what serves each part, and nothing on standard error', async () => {
    const dataDir = join(folder, 'good')
    const shop = await startShopProcess({ DATA_DIR: dataDir, DATABASE_URL: database.url })
    expect(await (await fetch(`${shop.address}/readyz`)).json()).toEqual({ status: 'ready' })
    const page = await fetch(shop.address)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Find Parts For Your Vehicle')
    const { stdout, stderr, status } = await shop.end('SIGTERM')
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    for (const part of [
      'Database   PostgreSQL of DATABASE_URL',
      'Identity   embedded',
      'Payment    sandbox',
      'Images     local disk',
      'Mail       outbox',
    ]) {
      expect(stdout).toContain(part)
    }
    expect(stdout).not.toContain('password')
    expect(embeddedDatabase(dataDir)).toBeUndefined()
  })

  it('[D5.14] starts beside another one on the same database, and each stops on its own', async () => {
    const environment = { DATABASE_URL: database.url }
    const shops = await Promise.all([
      startShopProcess({ DATA_DIR: join(folder, 'one'), ...environment }),
      startShopProcess({ DATA_DIR: join(folder, 'other'), ...environment }),
    ])
    const [one, other] = shops
    expect(one.address).not.toBe(other.address)
    expect(await one.end('SIGTERM')).toMatchObject({ status: 0, stderr: '' })
    expect((await fetch(`${other.address}/readyz`)).status).toBe(200)
    expect(await other.end('SIGTERM')).toMatchObject({ status: 0, stderr: '' })
  })
})
