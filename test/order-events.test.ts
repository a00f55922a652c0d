import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../src')
const sources = globSync('**/*.server.ts', { cwd: root }).filter(file => !file.includes('.test.'))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const filesWith = (pattern: RegExp) => sources.filter(file => pattern.test(read(file))).toSorted()

/** What writes a row of a table: as SQL, or by the builder. */
const writes = (table: string) => new RegExp(`insert into ${table}\\b|insertInto\\('${table}'\\)`, 'i')

test.each([
  ['order_event', ['modules/ordering/orders/timeline.server.ts']],
  ['order_mail', ['modules/ordering/mail/mail.server.ts']],
  // A change of a thousand tools at once writes its rows in the one statement.
  ['audit', ['modules/catalogue/edits/apply.server.ts', 'platform/audit.server.ts']],
])('rows of %s are written in one place', (table, files) => {
  expect(filesWith(writes(table))).toEqual(files)
})

test('what happens to an order is told on its timeline, in the trail and by mail through one function', () => {
  expect(filesWith(/\b(eventRow|mailRow)\(/)).toEqual(['modules/ordering/release/happened.server.ts'])
  expect(filesWith(/\bhappened(Rows)?\(/).length).toBeGreaterThan(8)
})
