import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#platform/database'
import { eventually } from '../eventually.ts'
import { type Person, createTool, signIn } from '../factories.ts'
import { sendFile } from '../files/prices.ts'
import { type ShopProcess, buildOnce, movedTo, owner } from '../shop/process.ts'
import { long } from '../tiers.ts'
import { type Rig, createRig } from './rig.ts'

const timeout = 600_000
const products = 40_000

let rig: Rig
let db: Database
let url: string
let disks: string[]
beforeAll(buildOnce, timeout)
beforeEach(async () => {
  disks = []
  rig = await createRig()
  url = await rig.database()
  db = rig.connect(url)
}, timeout)
afterEach(async () => {
  await rig.clean()
  for (const disk of disks) await rm(disk, { recursive: true, force: true })
}, timeout)

/** A process with a disk of its own. */
async function start(): Promise<ShopProcess> {
  const disk = await mkdtemp(join(tmpdir(), 'tappet-prices-'))
  disks.push(disk)
  return rig.start({ DATABASE_URL: url, DATA_DIR: disk, SECRET: 'a-secret-of-at-least-thirty-two-characters' })
}

async function fill(): Promise<void> {
  await createTool({ db })
  await sql`alter table tool disable trigger user`.execute(db)
  await sql`
    insert into tool (id, name, description, price, on_hand, minimum_quantity, part_number)
    select gen_random_uuid(), 'One of many', 'x', 1000, 0, 1, 'MANY-' || n from generate_series(1, ${products}::integer) n`.execute(
    db,
  )
  await sql`
    insert into part_number (tool_ordinal, kind, value)
    select ordinal, 'own', part_number from tool where name = 'One of many'`.execute(db)
  await sql`alter table tool enable trigger user`.execute(db)
  await sql`analyze`.execute(db)
}

const fileNow = async () => {
  const { rows } = await sql<{ id: string; state: string; read: number; added: number }>`
    select id, state, added, (select count(*)::integer from price_file_row where file_id = id) as read
    from price_file`.execute(db)
  return rows[0]
}
const writing = async () => {
  const { rows } = await sql`
    select from pg_stat_activity where state = 'active' and query like '%insert into price_entry%' and pid <> pg_backend_pid()`.execute(
    db,
  )
  return rows.length
}
const entries = async () => (await sql`select from price_entry`.execute(db)).rows.length

it(
  'A file of prices whose processes are killed is read on, taken in whole, and taken back by those that come after',
  { timeout, ...long },
  async () => {
    await fill()
    let shop = await start()
    const admin = await signIn({ address: shop.address, db }, owner.ADMIN_EMAIL)
    const here = (): Person => movedTo(shop, admin)
    const list = (await here().call('POST', '/price-lists', { name: 'Many', gross: false, audience: 'everyone' })).body
    const lines = Array.from({ length: products }, (_, n) => `MANY-${n + 1},1,9.99\nMANY-${n + 1},10,8.5`)
    const csv = `part_number,from,price\n${lines.join('\n')}\n`
    expect((await sendFile(here(), { list: list.insertedId, csv })).body.state).toBe('reading')

    const killed = async () => {
      await shop.end('SIGKILL')
      shop = await start()
    }
    const until = (state: string) => eventually(fileNow, file => file?.state === state, 180_000)
    await eventually(fileNow, file => (file?.read ?? 0) >= 10_000, 60_000)
    await killed()
    expect(await until('planned')).toMatchObject({ added: products })
    await eventually(fileNow, file => file?.read === 0)
    expect((await sql`select from waiting_file`.execute(db)).rows).toEqual([])

    const id = (await fileNow())?.id
    await here().call('POST', `/price-files/${id}/commit`)
    await eventually(writing, found => found > 0, 60_000)
    expect(await entries()).toBe(0)
    await killed()
    await until('committed')
    expect(await entries()).toBe(products)

    await here().call('POST', `/price-files/${id}/undo`)
    await eventually(fileNow, file => file?.state !== 'committed')
    await killed()
    await until('undone')
    expect(await entries()).toBe(0)
    const { rows } = await sql<{ action: string }>`
      select action from audit where after ->> 'file' = ${id} order by id`.execute(db)
    expect(rows.map(({ action }) => action)).toEqual(['price-list.imported', 'price-list.import-undone'])
  },
)
