import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { finishDeletions } from '../../src/modules/accounts/identity-deletions.server.ts'
import { testAddress } from '#test/access/basket'
import { eventually } from '../eventually.ts'
import { createTool, orderOf, signUp } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { columnsWith } from '../privacy/person-traces.ts'
import { buildOnce, launchCommand } from '../shop/process.ts'

let shop: TestShop
let directory: string
beforeAll(async () => {
  await buildOnce()
  directory = await mkdtemp(join(tmpdir(), 'tappet-forget-'))
  shop = await startTestShop()
})
afterAll(async () => {
  await shop.close()
  await rm(directory, { recursive: true, force: true })
})

const forget = (...ids: string[]) =>
  launchCommand({ DATA_DIR: directory, DATABASE_URL: shop.databaseUrl }, 'forget', ...ids).ended

const isThere = async (id: string) => {
  const { rows } = await sql`select from account where id = ${id}`.execute(shop.db)
  return rows.length === 1
}

it('accounts that a restore has brought back are deleted again by their ids, as their owners had it, and a running shop takes the last traces along (finding 31)', async () => {
  const mark = 'zqbrought'
  const [gone, stays] = [await signUp(shop, `${mark}@example.com`), await signUp(shop, 'stays@example.com')]
  const address = { ...testAddress, name: mark }
  expect(await gone.call('POST', '/addresses', address)).toMatchObject({ status: 200 })
  expect(await columnsWith(shop.pool, [mark])).not.toEqual([])

  const wrong = await forget(gone.accountId, 'nobody@example.com')
  expect(wrong).toMatchObject({ status: 1, stdout: '' })
  expect(wrong.stderr).toMatch(
    /^"nobody@example.com" is no id of an account\. The log has it in a line with account-deleted\.\n$/,
  )
  expect(await isThere(gone.accountId)).toBe(true)

  const never = newId()
  expect(await forget(gone.accountId, never)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Deleted: 1 of 2.'),
  })
  expect(await isThere(gone.accountId)).toBe(false)
  expect(await isThere(stays.accountId)).toBe(true)
  // As the running shop does by itself, every few minutes.
  await finishDeletions(shop.system, shop.identity)
  await eventually(
    () => columnsWith(shop.pool, [mark]),
    places => places.length === 0,
  )
  expect(await forget(gone.accountId, never)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Deleted: 0 of 2.'),
  })
})

it('an account whose order waits is not deleted by it either, which is said with its id (finding 8)', async () => {
  const buyer = await signUp(shop, 'waits@example.com')
  expect(await buyer.call('POST', '/orders', orderOf(await createTool(shop)))).toMatchObject({ status: 200 })
  const end = await forget(buyer.accountId)
  expect(end).toMatchObject({ status: 1, stdout: '' })
  expect(end.stderr).toMatch(new RegExp(`^${buyer.accountId} cannot be deleted yet: .+\\n$`))
  expect(await isThere(buyer.accountId)).toBe(true)
})
