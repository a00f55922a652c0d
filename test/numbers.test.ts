import { describe, expect, test } from 'vitest'
import { type Planted, lint } from './linting.ts'

/** No screen and no contract reads a number that is typed by itself (`launch/lint/numbers.mjs`). */
const violations: Planted[] = [
  {
    wall: 'by Number()',
    file: 'src/screens/admin/stock/a.tsx',
    code: `export const read = (typed: string) => Number(typed)`,
  },
  {
    wall: 'by Number handed on',
    file: 'src/screens/account/basket/a.ts',
    code: `export const read = (typed: string[]) => typed.map(Number)`,
  },
  {
    wall: 'by parseFloat()',
    file: 'src/modules/ordering/ui/a.tsx',
    code: `export const read = (typed: string) => Number.parseFloat(typed)`,
  },
  {
    wall: 'by a plus',
    file: 'src/ui/controls/a.ts',
    code: `export const read = (typed: string) => +typed`,
  },
  {
    wall: 'by a pattern',
    file: 'src/modules/ordering/a.contract.ts',
    code: `export const isAmount = (typed: string) => /^\\d+(?:[.,]\\d{1,2})?$/.test(typed)`,
  },
]

const allowed: Planted[] = [
  {
    wall: 'what a program has written',
    file: 'src/screens/admin/stock/a.ts',
    code: `import { writtenNumber } from '#kernel/written'\nexport const b = (id: string) => writtenNumber(id)`,
  },
  {
    wall: 'a pattern of what is no number',
    file: 'src/screens/admin/stock/a.ts',
    code: `export const b = (text: string) => /^v\\d+$/.test(text)`,
  },
  {
    wall: 'on the server',
    file: 'src/modules/ordering/a.server.ts',
    code: `export const b = (count: string) => Number(count)`,
  },
]

describe.concurrent('a typed number', () => {
  test.each(violations)('is not read $wall', async planted => {
    expect(await lint(planted)).toContain('numbers(typed)')
  })

  test.each(allowed)('is not $wall', async planted => {
    expect(await lint(planted)).not.toContain('numbers')
  })
})
