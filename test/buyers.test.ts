import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const modules = join(import.meta.dirname, '../src/modules')

test('whose orders, baskets, lists, addresses and vehicles are a caller’s says one rule', () => {
  const byHand = /account_id(?:'\s*,\s*'='\s*,|\s*=)\s*(?:\$\{)?(?:callerOf\(ctx\)|caller\b)/
  const files = globSync('{ordering,finder}/**/*.server.ts', { cwd: modules }).filter(file => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter(file => byHand.test(readFileSync(join(modules, file), 'utf8')))).toEqual([
    // Filters of the list of all orders are of staff, not of buyers.
    'ordering/filters/filters.server.ts',
  ])
})
