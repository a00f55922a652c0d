import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '#test/harness'
import { committedTables, describeTables } from '#test/generated/tables'
import { createPool } from '../database.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('the types of the tables are those of the migrated schema: node test/generated/tables.ts writes them', async () => {
  const pool = createPool(database.url, { max: 1 })
  const described = await describeTables(pool)
  await pool.end()
  expect(committedTables()).toBe(described)
})
