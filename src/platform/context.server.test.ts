import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestDatabase } from '#test/shop/databases'
import { createTestDatabase } from '#test/harness'
import { readEachTime } from './changes/memory.server.ts'
import { transact } from './context.server.ts'
import { type Database, createPool, openDatabase } from './database.server.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(createPool(database.url, { max: 2 }))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

it('two transactions that wait for each other are both done, whichever the database ends', async () => {
  const bothHold = Array.from({ length: 2 }, () => Promise.withResolvers<void>())
  let runs = 0
  const lockBoth = (index: number, keys: number[]) =>
    transact({ db, remember: readEachTime }, async ctx => {
      runs += 1
      for (const key of keys) {
        await sql`select pg_advisory_xact_lock(${key}::integer)`.execute(ctx.db)
        bothHold[index]?.resolve()
        await Promise.all(bothHold.map(({ promise }) => promise))
      }
      return index
    })
  expect(await Promise.all([lockBoth(0, [1, 2]), lockBoth(1, [2, 1])])).toEqual([0, 1])
  expect(runs).toBe(3)
})
