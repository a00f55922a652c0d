import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { modules, parts } from '../launch/lint/walls.mjs'
import { describe, expect, it, test } from 'vitest'
import { type Planted, lint } from './linting.ts'

/** The order of the parts of a module, tried as walls are in `walls.test.ts`. */
const violations: Planted[] = [
  {
    wall: 'a part of a module uses none that stands after it',
    file: 'src/modules/catalogue/tools/a.server.ts',
    code: `import { x } from '../edits/apply.server.ts'\nexport const b = x`,
  },
  {
    wall: 'a part of a module uses none that stands after it, not even its types',
    file: 'src/modules/catalogue/tools/a.server.ts',
    code: `import type { x } from '../edits/edits.rules.ts'\nexport type B = typeof x`,
  },
  {
    wall: 'a part of a module uses none that stands after it, from a folder of its own and by what is loaded later too',
    file: 'src/modules/catalogue/tools/lists/a.server.ts',
    code: `export const b = () => import('../../edits/apply.server.ts')`,
  },
  {
    wall: 'a part of a module hands on none that stands after it',
    file: 'src/modules/catalogue/tools/a.server.ts',
    code: `export { x } from '../edits/apply.server.ts'`,
  },
  {
    wall: 'a part of a module has no sheet of one that stands after it',
    file: 'src/modules/accounts/staff/a.tsx',
    code: `import styles from '../ui/a.module.css'\nexport const b = styles`,
  },
  {
    wall: 'a part of imports uses none that stands after it',
    file: 'src/modules/imports/files/a.server.ts',
    code: `import { staged } from '../staging/staging.server.ts'\nexport const b = staged`,
  },
  {
    wall: 'a part of a module gets around the order by no file that hands things on',
    file: 'src/modules/catalogue/tools/a.server.ts',
    beside: { 'src/modules/catalogue/door.server.ts': `export { y, type z as x } from './edits/apply.server.ts'` },
    code: `import { type x } from '../door.server.ts'\nexport type B = typeof x`,
  },
  {
    wall: 'a part of a module gets around the order by no door of its own',
    file: 'src/modules/catalogue/tools/a.server.ts',
    code: `import { x } from '#services/catalogue'\nexport const b = x`,
  },
]

const allowed: Planted[] = [
  {
    wall: 'a part of a module uses those before it, and what a file of the module has itself',
    file: 'src/modules/catalogue/edits/a.server.ts',
    beside: {
      'src/modules/catalogue/own.server.ts': `export { y } from './batches/apply.server.ts'\nexport const x = 1`,
    },
    code: `import { x } from '../own.server.ts'\nimport { y } from '../tools/write.server.ts'\nexport const b = [x, y]`,
  },
  {
    wall: 'a test of a part uses any',
    file: 'src/modules/catalogue/tools/a.test.ts',
    code: `import { x } from '../edits/apply.server.ts'\nimport { y } from '#services/catalogue'\nexport const b = [x, y]`,
  },
]

describe.concurrent('the order of the parts of a module', () => {
  test.each(violations)('$wall', async planted => {
    expect(await lint(planted)).toContain('house(imports)')
  })

  test.each(allowed)('$wall', async planted => {
    expect(await lint(planted)).not.toContain('house')
  })
})

it('every part of a module has its place in the order', () => {
  const folders = modules.map(name => [name, foldersOf(name)] as const).filter(([, inside]) => inside.length > 0)
  expect(folders).toEqual([...parts].map(([name, order]) => [name, order.toSorted()]))
})

const foldersOf = (name: string) =>
  readdirSync(join(import.meta.dirname, '../src/modules', name), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
    .toSorted()
