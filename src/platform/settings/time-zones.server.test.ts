import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isTimeZone } from '#kernel/time-zones'
import { createTestDatabase } from '#test/harness'
import type { TestDatabase } from '#test/shop/databases'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const moments = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z']

it('every name that a shop can have is one of PostgreSQL, and means the same clock there', async () => {
  const { rows } = await client.query<{ name: string }>('select name from pg_timezone_names')
  const names = new Set([...Intl.supportedValuesOf('timeZone'), ...rows.map(({ name }) => name)])
  const taken = [...names].filter(name => isTimeZone(name))
  expect(taken).toEqual(expect.arrayContaining(Intl.supportedValuesOf('timeZone')))
  expect(taken).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Japan', 'EST5EDT', 'Etc/GMT-9']))

  const databaseNames = new Set(rows.map(({ name }) => name))
  expect(taken.filter(name => !databaseNames.has(name))).toEqual([])
  const clocks = await client.query<{ name: string; clocks: string[] }>(
    `select name, array(select to_char(at::timestamptz at time zone name, 'YYYY-MM-DD HH24:MI:SS') from unnest($2::text[]) at)
       as clocks from unnest($1::text[]) name`,
    [taken, moments],
  )
  const inProgram = (timeZone: string) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    return moments.map(moment => format.format(new Date(moment)))
  }
  expect(clocks.rows.filter(({ name, clocks }) => clocks.join() !== inProgram(name).join())).toEqual([])
}, 60_000)
