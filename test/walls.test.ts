import { existsSync, globSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { modules, parts } from '../launch/lint/walls.mjs'
import { describe, expect, it, test } from 'vitest'
import { type Planted, lint } from './linting.ts'

/**
 * The house's walls, each tried with one planted violation: a file where it would lie, linted with the project's own
 * configuration. The last cases plant what is allowed, so that a wall that refuses everything fails as well.
 */
const root = join(import.meta.dirname, '..')

const violations: Planted[] = [
  {
    wall: 'the kernel imports no Node',
    file: 'src/kernel/a.ts',
    code: `import { join } from 'node:path'\nexport const b = join('a')`,
  },
  {
    wall: 'the kernel imports no module',
    file: 'src/kernel/a.ts',
    code: `import { x } from '#rules/ordering'\nexport const b = x`,
  },
  {
    wall: 'the kernel imports no package but zod/mini',
    file: 'src/kernel/a.ts',
    code: `import { z } from 'zod'\nexport const b = z`,
  },
  {
    wall: 'a screen opens no table by itself',
    file: 'src/screens/account/a.ts',
    code: `import { unzipSync } from 'fflate'\nexport const b = unzipSync`,
  },
  {
    wall: 'a module opens no table by itself',
    file: 'src/modules/stock/a.server.ts',
    code: `import { fromBuffer } from 'yauzl'\nexport const b = fromBuffer`,
  },
  {
    wall: 'the kernel imports no platform',
    file: 'src/kernel/a.ts',
    code: `import { x } from '#platform/log'\nexport const b = x`,
  },
  {
    wall: 'the design kit imports no module',
    file: 'src/ui/a.tsx',
    code: `import { x } from '#contracts/ordering'\nexport const b = x`,
  },
  {
    wall: 'the design kit imports no Node',
    file: 'src/ui/a.tsx',
    code: `import { join } from 'node:path'\nexport const b = join('a')`,
  },
  {
    wall: 'the design kit imports no platform',
    file: 'src/ui/a.tsx',
    code: `import { x } from '#platform/log'\nexport const b = x`,
  },
  {
    wall: 'the platform imports no module',
    file: 'src/platform/a.server.ts',
    code: `import { x } from '#services/ordering'\nexport const b = x`,
  },
  {
    wall: 'the platform imports no screen',
    file: 'src/platform/a.server.ts',
    code: `import { x } from '#ui/controls/button.tsx'\nexport const b = x`,
  },
  {
    wall: 'a module uses none that stands after it',
    file: 'src/modules/catalogue/a.server.ts',
    code: `import { x } from '#services/ordering'\nexport const b = x`,
  },
  {
    wall: 'a module uses none that stands after it, not even its types',
    file: 'src/modules/catalogue/a.server.ts',
    code: `import type { x } from '#contracts/ordering'\nexport type B = typeof x`,
  },
  {
    wall: 'a module hands on none that stands after it',
    file: 'src/modules/catalogue/a.rules.ts',
    code: `export { x } from '#rules/ordering'`,
  },
  {
    wall: 'a module uses no screen',
    file: 'src/modules/catalogue/ui/a.tsx',
    code: `import { x } from '../../../screens/storefront/shop/a.tsx'\nexport const b = x`,
  },
  {
    wall: 'a module uses nothing of what is for the demo shop',
    file: 'src/modules/catalogue/a.server.ts',
    code: `import { x } from '#dev/stripe-sandbox'\nexport const b = x`,
  },
  {
    wall: 'a module knows nothing of the program',
    file: 'src/modules/catalogue/a.server.ts',
    code: `import { x } from '../../app/compose.server.ts'\nexport const b = x`,
  },
  {
    wall: 'a module is entered by its doors',
    file: 'src/modules/ordering/orders/a.server.ts',
    code: `import { x } from '../../catalogue/stock.server.ts'\nexport const b = x`,
  },
  {
    wall: 'a module is entered by its doors, from a screen too',
    file: 'src/screens/account/a.tsx',
    code: `import { x } from '../../modules/ordering/ui/a.tsx'\nexport const b = x`,
  },
  {
    wall: 'a module is entered by its doors, by what is loaded later too',
    file: 'src/screens/account/a.tsx',
    code: `export const b = () => import('../../modules/ordering/ui/a.tsx')`,
  },
  {
    wall: 'a sheet belongs to the parts beside it',
    file: 'src/screens/account/a.tsx',
    code: `import styles from '../../modules/ordering/ui/a.module.css'\nexport const b = styles`,
  },
  {
    wall: 'what a module brings to the program is for the program alone',
    file: 'src/modules/ordering/a.server.ts',
    code: `import { x } from '#modules/catalogue'\nexport const b = x`,
  },
  {
    wall: 'rules import no platform',
    file: 'src/modules/ordering/orders/a.rules.ts',
    code: `import { x } from '#platform/database'\nexport const b = x`,
  },
  {
    wall: 'rules import no contract',
    file: 'src/modules/ordering/orders/a.rules.ts',
    code: `import { x } from './orders.contract.ts'\nexport const b = x`,
  },
  {
    wall: 'rules import no server file',
    file: 'src/modules/ordering/orders/a.rules.ts',
    code: `import { x } from './place.server.ts'\nexport const b = x`,
  },
  {
    wall: 'rules import no Node',
    file: 'src/modules/ordering/orders/a.rules.ts',
    code: `import { x } from 'node:crypto'\nexport const b = x`,
  },
  {
    wall: 'rules import no React',
    file: 'src/modules/ordering/orders/a.rules.ts',
    code: `import { x } from 'react'\nexport const b = x`,
  },
  {
    wall: 'contracts import no server file',
    file: 'src/modules/ordering/orders/a.contract.ts',
    code: `import { x } from './place.server.ts'\nexport const b = x`,
  },
  {
    wall: 'contracts import no screen',
    file: 'src/modules/ordering/orders/a.contract.ts',
    code: `import { x } from '#ui/controls/button.tsx'\nexport const b = x`,
  },
  {
    wall: 'server files import no screen',
    file: 'src/modules/ordering/orders/a.server.ts',
    code: `import { x } from '../ui/order-card.tsx'\nexport const b = x`,
  },
  {
    wall: 'server files import no React',
    file: 'src/modules/ordering/orders/a.server.ts',
    code: `import { x } from 'react'\nexport const b = x`,
  },
  {
    wall: 'parts import no service',
    file: 'src/modules/ordering/ui/a.tsx',
    code: `import { x } from '#services/catalogue'\nexport const b = x`,
  },
  {
    wall: 'parts import no server file',
    file: 'src/modules/ordering/ui/a.tsx',
    code: `import { x } from '../orders/place.server.ts'\nexport const b = x`,
  },
  {
    wall: 'screens import no service',
    file: 'src/screens/account/a.tsx',
    code: `import { x } from '#services/ordering'\nexport const b = x`,
  },
  {
    wall: 'screens import no database',
    file: 'src/screens/account/a.tsx',
    code: `import { x } from 'kysely'\nexport const b = x`,
  },
  {
    wall: 'a heavy package is not loaded with the program',
    file: 'src/modules/media/a.server.ts',
    code: `import sharp from 'sharp'\nexport const b = sharp`,
  },
  {
    wall: 'screens link by the house’s own link',
    file: 'src/screens/account/a.tsx',
    code: `import { Link } from 'react-router'\nexport const b = Link`,
    rule: 'no-restricted-imports',
  },
  {
    wall: 'screens change things by calls, and not by the router',
    file: 'src/screens/account/a.tsx',
    code: `import { useFetcher } from 'react-router'\nexport const b = useFetcher`,
    rule: 'no-restricted-imports',
  },
  {
    wall: 'a table that is looked up by a text is a Map (finding 27)',
    file: 'src/modules/ordering/orders/orders.rules.ts',
    code: `const names: Readonly<Record<string, string>> = { a: 'b' }\nexport const b = (text: string) => names[text]`,
    rule: 'tappet(lookup)',
  },
  {
    wall: 'an object of texts is not made an open one to look a text up (finding 27)',
    file: 'src/modules/ordering/orders/orders.texts.ts',
    code: `export const texts = { names: { a: 'b' } as Record<string, string> }`,
    rule: 'tappet(lookup)',
  },
  {
    wall: 'no name that is a text is looked for with `in` (finding 27)',
    file: 'src/modules/ordering/orders/orders.rules.ts',
    code: `export const b = (name: string, fields: object) => name in fields`,
    rule: 'tappet(lookup)',
  },
  {
    wall: 'no any',
    file: 'src/modules/ordering/orders/orders.rules.ts',
    code: `export const b = (x: any) => x`,
    rule: 'no-explicit-any',
  },
  {
    wall: 'no default export',
    file: 'src/modules/ordering/orders/orders.rules.ts',
    code: `export default 1`,
    rule: 'no-default-export',
  },
]

const allowed: Planted[] = [
  {
    wall: 'the kernel imports zod/mini and itself',
    file: 'src/kernel/a.ts',
    code: `import * as z from 'zod/mini'\nimport { x } from './money.ts'\nexport const b = [z, x]`,
  },
  {
    wall: 'rules import kernel, and the rules of modules before theirs',
    file: 'src/modules/ordering/orders/a.rules.ts',
    code: `import { x } from '#kernel/money'\nimport { y } from '#rules/catalogue'\nexport const b = [x, y]`,
  },
  {
    wall: 'server files import rules, contracts, texts, platform, and services of modules before theirs',
    file: 'src/modules/ordering/placing/a.server.ts',
    code: `import { w } from '#platform/log'\nimport { x } from '#services/catalogue'\nimport { y } from '../orders/orders.contract.ts'\nimport { z } from './place.server.ts'\nimport { t } from '../mail/mail.texts.ts'\nexport const b = [t, w, x, y, z]`,
  },
  {
    wall: 'a heavy package is loaded where it is needed, and its types are free',
    file: 'src/modules/media/a.server.ts',
    code: `import type { Sharp } from 'sharp'\nexport const b = async (): Promise<Sharp> => (await import('sharp')).default()`,
  },
  {
    wall: 'screens import the kit, any module’s doors and their own',
    file: 'src/screens/account/a.tsx',
    code: `import { v } from '#ui/controls/button.tsx'\nimport { w } from '#parts/ordering'\nimport { x } from '#rules/privacy'\nimport { y } from './card.tsx'\nimport { z } from '#contracts/ordering'\nimport styles from './a.module.css'\nexport const b = [styles, v, w, x, y, z]`,
  },
  {
    wall: 'screens take what else they need from the router',
    file: 'src/screens/account/a.tsx',
    code: `import { useNavigate } from 'react-router'\nexport const b = useNavigate`,
  },
  {
    wall: 'the program imports services and what is for the demo shop',
    file: 'src/app/a.server.ts',
    code: `import { x } from '#services/privacy'\nimport { y } from '#dev/stripe-sandbox'\nimport { z } from '#modules/ordering'\nexport const b = [x, y, z]`,
  },
  {
    wall: 'a table that is closed, and a Map, are looked up',
    file: 'src/modules/ordering/orders/orders.rules.ts',
    code: `const names: Record<'a' | 'b', string> = { a: 'b', b: 'a' }\nconst more = new Map(Object.entries(names))\nexport const b = (key: 'a' | 'b', text: string) => [names[key], more.get(text), 'id' in names]`,
  },
]

describe.concurrent('walls', () => {
  test.each(violations)('$wall', async planted => {
    expect(await lint(planted)).toContain(planted.rule ?? 'house(imports)')
  })

  test.each(allowed)('$wall', async planted => {
    expect(await lint(planted)).not.toMatch(/house|no-restricted-imports|lookup|numbers/)
  })
})

it('every module has its place in the order, and a README that says what it is about', () => {
  expect(modules.toSorted()).toEqual(readdirSync(join(root, 'src/modules')).toSorted())
  for (const name of modules) expect(existsSync(join(root, 'src/modules', name, 'README.md')), name).toBe(true)
})

/** What lies in the folders of the project's code, tests apart. */
const entries = globSync('{src,launch,test,e2e,bench}/**', {
  cwd: root,
  exclude: ['**/node_modules', '**/*.{test,spec}.{ts,tsx}'],
}).map(file => ({ folder: dirname(file), name: basename(file) }))

it('a folder has about twenty entries, tests apart: past that it has parts with names', () => {
  // The parts of a module stand in a list, in their order: they are counted there by whoever reads it.
  const isPart = (folder: string, name: string) => parts.get(folder.replace(/^src.modules./, ''))?.includes(name)
  const folders = Map.groupBy(
    entries.filter(({ folder, name }) => !isPart(folder, name)),
    ({ folder }) => folder,
  )
  expect([...folders].filter(([, inside]) => inside.length > 24).map(([folder]) => folder)).toEqual([])
})

it('no two sheets have one name, of which their classes are made', () => {
  const sheets = entries.map(({ name }) => name).filter(name => name.endsWith('.module.css'))
  expect(sheets.filter((name, place) => sheets.indexOf(name) < place)).toEqual([])
})
