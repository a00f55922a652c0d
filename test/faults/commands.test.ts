import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../harness.ts'
import { connect, launchCommand } from '../shop/process.ts'
import { inTiers } from '../tiers.ts'

let database: TestDatabase
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tappet-commands-'))
  database = await createTestDatabase()
  const db = connect(database.url)
  // Every command reads this column first, and none of them expects it to be gone.
  await sql`alter table migration rename column name to label`.execute(db)
  await db.destroy()
})
afterAll(async () => {
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

/** The commands that the help lists, with a value for each argument that it names. */
async function commands(): Promise<string[][]> {
  const values = new Map([
    ['EMAIL', 'owner@example.com'],
    ['KIND', 'stock'],
    ['ID', '018f0000-0000-7000-8000-000000000000'],
  ])
  const valueOf = (argument: string) => values.get(argument) ?? join(directory, 'file.csv')
  const { stdout } = await launchCommand({ DATA_DIR: directory }, '--help').ended
  const lines = [...stdout.matchAll(/^ {2}npm run tappet -- ((?!--help).+?) {2,}/gm)]
  return lines.map(([, words = '']) =>
    words.replaceAll(/\[?\b([A-Z]+)\b…?\]?/g, (_, argument) => valueOf(argument)).split(' '),
  )
}

inTiers({ short: 2, long: 100 }, (count, options) => {
  it(
    `each of the first ${count} commands says what it did not expect in one line, and where the rest is (finding 1)`,
    options,
    async () => {
      const all = await commands()
      expect(all.length).toBeGreaterThanOrEqual(10)
      await Promise.all(
        all.slice(0, count).map(async words => {
          const dataDir = await mkdtemp(join(directory, 'data-'))
          const end = await launchCommand({ DATA_DIR: dataDir, DATABASE_URL: database.url }, ...words).ended
          expect(end, words.join(' ')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^.+\n$/) })
          // It reads the file before the database.
          if (words[0] === 'restore') return
          const file = join(dataDir, 'command-error.txt')
          expect(end.stderr).toBe(
            `${words[0]} failed: column "name" does not exist (42703). The details are in ${file}.\n`,
          )
          expect(await readFile(file, 'utf8')).toMatch(/^ {4}at /m)
        }),
      )
    },
  )
})
