import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, createTool, orderOf, request, signIn } from '../factories.ts'
import { expectLedgerToAddUp } from '../races/ledger.ts'
import { type Rig, createRig } from './rig.ts'
import { buildOnce, embeddedDatabase, launchCommand, owner, stopEmbeddedDatabase } from '../shop/process.ts'

const timeout = 180_000

let rig: Rig
let file: string
let restored: string

beforeAll(buildOnce, timeout)
beforeEach(async () => {
  rig = await createRig()
  file = join(rig.dataDir, 'shop.tappet')
  restored = join(rig.dataDir, 'restored')
})
afterEach(async () => {
  await stopEmbeddedDatabase(restored)
  await rig.clean()
}, timeout)

/** The shop's command line, on this data folder. */
const command = (dataDir: string, ...words: string[]) => launchCommand({ DATA_DIR: dataDir }, ...words)

/** A shop with an order, pictures and a customer, backed up while it runs. */
async function backedUpShop() {
  const shop = await rig.start()
  const db = rig.connect(embeddedDatabase(rig.dataDir)?.url ?? '')
  const person = await signIn({ address: shop.address, db }, owner.ADMIN_EMAIL)
  const tool = await createTool({ db }, { onHand: 5 })
  const { body } = await person.call('POST', '/orders', orderOf(tool))
  await mkdir(join(rig.dataDir, 'images'), { recursive: true })
  for (let count = 0; count < 1000; count++) {
    await writeFile(join(rig.dataDir, 'images', `picture-${count}.webp`), `picture ${count}`)
  }
  expect(await command(rig.dataDir, 'backup', file).ended).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('1000 files of pictures'),
  })
  expect((await request(`${shop.address}/readyz`, 'GET')).status).toBe(200)
  return { shop, person, order: String(body.insertedId) }
}

describe('npm run tappet', () => {
  it(
    'backs a running shop up, and restores it in an empty folder, also after a restore that was killed',
    { timeout },
    async () => {
      const { shop, person, order } = await backedUpShop()
      await shop.end('SIGTERM')
      const drafts = join(restored, 'images.restoring')
      const killed = command(restored, 'restore', file)
      while (!existsSync(drafts) || readdirSync(drafts).length < 100) {
        if (killed.child.exitCode !== null) throw new Error('the restore was over before it could be killed')
        await new Promise(resolve => setTimeout(resolve, 5))
      }
      killed.child.kill('SIGKILL')
      await killed.ended
      expect(existsSync(join(restored, 'images'))).toBe(false)
      expect(existsSync(join(restored, 'secret'))).toBe(false)

      expect(await command(restored, 'restore', file).ended).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/Start it now\.\n.*S3_\* and SEARCH_URL/),
      })
      // As if it had been killed after its commit.
      await writeFile(join(restored, 'restore-under-way'), '')
      const again = await rig.start({ DATA_DIR: restored })
      expect(existsSync(join(restored, 'restore-under-way'))).toBe(false)
      const read = await request(`${again.address}/api/orders/${order}`, 'GET', undefined, bearer(person.token))
      expect(read).toMatchObject({ status: 200, body: { _id: order, paid: false } })
      const db = rig.connect(embeddedDatabase(restored)?.url ?? '')
      await expectLedgerToAddUp({ db })
      expect((await sql`select from orders`.execute(db)).rows).toHaveLength(1)
      expect(readdirSync(join(restored, 'images'))).toHaveLength(1000)
      await rig.disconnect()
      await again.end('SIGTERM')

      const twice = await command(restored, 'restore', file).ended
      expect(twice).toMatchObject({ status: 1, stderr: expect.stringContaining('This shop is not empty.') })
      expect((await command(restored, 'restore', join(rig.dataDir, 'none')).ended).stderr).toContain('There is no file')
    },
  )

  it.each([['migrate'], ['backup', 'shop.tappet'], ['import', 'parts.csv']])(
    '%s makes no shop where the settings lead to none',
    { timeout },
    async (...words) => {
      expect(await command(restored, ...words).ended).toMatchObject({
        status: 1,
        stderr: `There is no shop in ${restored}/postgres, and DATABASE_URL is not set. Set DATABASE_URL, or DATA_DIR, as the shop has it.\n`,
      })
      expect(existsSync(restored)).toBe(false)
    },
  )
})
