import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { newId } from '#platform/context'
import type { Database } from '#platform/database'
import { databaseUrl, onServer } from '../shop/databases.ts'
import { createTool, openPayment, payWithCard, placeOrder, signIn } from '../factories.ts'
import { eventually } from '../eventually.ts'
import {
  type ShopProcess,
  buildOnce,
  connect,
  launchCommand,
  movedTo,
  owner,
  startShopProcess,
} from '../shop/process.ts'
import { secret } from '../shop/compose.ts'
import { quiet } from './quiet.ts'
import { long } from '../tiers.ts'

const timeout = 240_000

let folder: string
let name: string
let db: Database
let shops: ShopProcess[]
let url: string

beforeAll(buildOnce, timeout)
beforeEach(async () => {
  shops = []
  folder = await mkdtemp(join(tmpdir(), 'tappet-processes-'))
  name = `tappet_test_${randomBytes(6).toString('hex')}`
  const { adminUrl } = inject('databaseServer')
  await onServer(adminUrl, `create database ${name}`)
  url = databaseUrl(adminUrl, name)
  db = connect(url)
})
afterEach(async () => {
  await Promise.all(shops.map(shop => shop.end('SIGKILL')))
  await db.destroy()
  await onServer(inject('databaseServer').adminUrl, `drop database if exists ${name} with (force)`)
  await rm(folder, { recursive: true, force: true })
}, timeout)

/** A process with a disk of its own, as on a machine of its own. */
async function start(disk: string, environment: Record<string, string>): Promise<ShopProcess> {
  const own = { DATA_DIR: join(folder, disk), DATABASE_URL: url, SECRET: secret, ...owner }
  const shop = await startShopProcess({ ...own, ...environment })
  shops.push(shop)
  return shop
}

const mailsOn = (disk: string) => readdir(join(folder, disk, 'outbox')).catch(() => [])

/** A command of the shop, on this database; what it has told. */
async function tappet(...words: string[]): Promise<string> {
  const end = await launchCommand({ DATA_DIR: join(folder, 'command'), DATABASE_URL: url }, ...words).ended
  expect(end).toMatchObject({ status: 0, stderr: '' })
  return end.stdout
}

it(
  'npm run tappet -- migrate makes the tables, of the job queue, too, and says the second time that they are there',
  long,
  async () => {
    expect(await tappet('migrate')).toMatch(/^The database is up to date. Migrations that ran: 0001-\S+, .*\.\n$/)
    const { rows } = await sql`select to_regclass('pgboss.job') as queue, to_regclass('public.tool') as tool`.execute(
      db,
    )
    expect(rows).toEqual([{ queue: 'pgboss.job', tool: 'tool' }])
    expect(await tappet('migrate')).toBe('The database is up to date already.\n')
  },
)

it(
  'three processes that start at once on an empty database, each on a disk of its own, are one shop',
  { timeout, ...long },
  async () => {
    const [one, other, jobs] = await Promise.all([
      start('one', { ROLE: 'web' }),
      start('other', { ROLE: 'web' }),
      start('jobs', { ROLE: 'jobs' }),
    ])
    for (const { address } of shops) expect((await fetch(`${address}/readyz`)).status).toBe(200)
    expect(one.welcome).toMatch(/Role +web/)
    expect(jobs.welcome).toMatch(/Role +jobs/)
    const { rows: admins } = await sql`select from identity."user" where email = ${owner.ADMIN_EMAIL}`.execute(db)
    expect(admins).toHaveLength(1)

    // Signed in at one, ordered at the next, paid at the first: tokens and the sandbox's keys are one's as the other's.
    const person = await signIn({ address: one.address, db }, owner.ADMIN_EMAIL)
    const tool = await createTool({ db })
    const orderId = await placeOrder(movedTo(other, person), tool)
    await payWithCard(one, await openPayment(movedTo(other, person), orderId))
    await eventually(
      async () => (await sql`select from orders where id = ${orderId} and payment_state = 'paid'`.execute(db)).rows,
      rows => rows.length === 1,
    )
    // What it led to was done where jobs are done, and nowhere else.
    await eventually(
      () => mailsOn('jobs'),
      mails => mails.length >= 2,
    )
    expect([...(await mailsOn('one')), ...(await mailsOn('other'))]).toEqual([])
    for (const shop of shops) expect(await shop.end('SIGTERM')).toMatchObject({ status: 0, stderr: quiet })
  },
)

it(
  'what a process has taken before it was killed is imported by another; what was on its way is read by nobody',
  { timeout, ...long },
  async () => {
    const one = await start('one', { ROLE: 'web' })
    const admin = await signIn({ address: one.address, db }, owner.ADMIN_EMAIL)
    const piece = (bytes: BlobPart) => {
      const form = new FormData()
      form.set('piece', new Blob([bytes]), 'parts.csv')
      return form
    }
    const upload = newId()
    await admin.call(
      'POST',
      `/imports/uploads?upload=${upload}&piece=0`,
      piece('brand,part_number,price\nAcme,D-1,5.00\n'),
    )
    const input = { files: [{ upload, name: 'parts.csv' }], createParts: true }
    const { body } = await admin.call('POST', '/imports', input)
    // A body that never ends, of which some megabytes have come.
    const never = new ReadableStream<Uint8Array>({
      start(controller) {
        const head = '--x\r\ncontent-disposition: form-data; name="zip"; filename="a.zip"\r\n\r\n'
        controller.enqueue(new TextEncoder().encode(head))
        for (let n = 0; n < 3; n++) controller.enqueue(new Uint8Array(1024 ** 2))
      },
    })
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const half = { method: 'POST', headers, body: never, duplex: 'half' } as RequestInit
    const sending = fetch(`${one.address}/api/pictureBatches?name=a.zip`, half).catch(() => 'cut off')
    const unfinished = async () =>
      (
        await sql`select from waiting_file_piece join waiting_file on id = file_id where waiting_file.bytes is null`.execute(
          db,
        )
      ).rows.length
    await eventually(unfinished, pieces => pieces >= 2)
    await one.end('SIGKILL')
    expect(await sending).toBe('cut off')

    const other = await start('other', {})
    const here = movedTo(other, admin)
    const staged = await eventually(
      async () => (await here.call('GET', `/imports/${body.insertedId}`)).body,
      row => row.state !== 'staging',
      90_000,
    )
    expect(staged).toMatchObject({ state: 'staged', counts: { part: { added: 1 } } })
    const { rows } = await sql`select bytes, is_needed from waiting_file`.execute(db)
    expect(rows).toEqual([{ bytes: null, is_needed: false }])
    expect((await here.call('GET', '/pictureBatches')).body).toEqual([])
  },
)
