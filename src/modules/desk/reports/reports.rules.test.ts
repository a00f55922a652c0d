import { expect, it } from 'vitest'
import { namedPeriods, periodOf, problemOfPeriod, reportName } from './reports.rules.ts'

it.each([
  ['last-month', '2026-01-31', { from: '2025-12-01', to: '2025-12-31' }],
  ['last-month', '2024-03-01', { from: '2024-02-01', to: '2024-02-29' }],
  ['this-month', '2026-12-31', { from: '2026-12-01', to: '2026-12-31' }],
  ['last-year', '2026-03-01', { from: '2025-01-01', to: '2025-12-31' }],
  ['this-year', '2026-03-01', { from: '2026-01-01', to: '2026-12-31' }],
  ['all', '2026-03-01', {}],
] as const)('%s on %s is %o', (name, today, days) => {
  expect(periodOf(name, today)).toEqual(days)
})

it('no period by name ends before it begins', () => {
  for (const name of namedPeriods) expect(problemOfPeriod(periodOf(name, '2026-01-01'))).toBeUndefined()
  expect(problemOfPeriod({ from: '2026-01-02', to: '2026-01-01' })).toMatch(/before the first/)
})

it('a file is named by what is in it', () => {
  expect(reportName('orders', { from: '2026-01-01', to: '2026-03-31' })).toBe('orders-2026-01-01-2026-03-31.csv')
  expect(reportName('stock', {})).toBe('stock.csv')
})
