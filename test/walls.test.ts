import { execFile } from 'node:child_process'
import { mkdtemp, mkdir, rm, symlink, writeFile, copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/**
 * The house's walls, each tried with one planted violation: a file where it would lie, linted with the project's own
 * configuration. The last cases plant what is allowed, so that a wall that refuses everything fails as well.
 */
const root = join(import.meta.dirname, '..')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tappet-walls-'))
  await copyFile(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'))
  await mkdir(join(folder, 'launch'))
  await copyFile(join(root, 'launch/open-tables.mjs'), join(folder, 'launch/open-tables.mjs'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Planted = { wall: string; file: string; code: string; rule?: string }

const violations: Planted[] = [
  {
    wall: 'the kernel imports no Node',
    file: 'src/kernel/a.ts',
    code: `import { join } from 'node:path'\nexport const b = join('a')`,
  },
  {
    wall: 'the kernel imports no feature',
    file: 'src/kernel/a.ts',
    code: `import { x } from '#rules/orders'\nexport const b = x`,
  },
  {
    wall: 'the kernel imports no package but zod/mini',
    file: 'src/kernel/a.ts',
    code: `import { z } from 'zod'\nexport const b = z`,
  },
  {
    wall: 'the kernel imports no platform',
    file: 'src/kernel/a.ts',
    code: `import { x } from '#platform/log'\nexport const b = x`,
  },
  {
    wall: 'the design kit imports no feature',
    file: 'src/ui/a.tsx',
    code: `import { x } from '#contracts/orders'\nexport const b = x`,
  },
  {
    wall: 'the design kit imports no Node',
    file: 'src/ui/a.tsx',
    code: `import { join } from 'node:path'\nexport const b = join('a')`,
  },
  {
    wall: 'the platform imports no feature',
    file: 'src/platform/a.server.ts',
    code: `import { x } from '#services/orders'\nexport const b = x`,
  },
  {
    wall: 'the platform imports no screen',
    file: 'src/platform/a.server.ts',
    code: `import { x } from '#ui/button.tsx'\nexport const b = x`,
  },
  {
    wall: 'rules import no platform',
    file: 'src/features/orders/orders.rules.ts',
    code: `import { x } from '#platform/database'\nexport const b = x`,
  },
  {
    wall: 'rules import no contract',
    file: 'src/features/orders/orders.rules.ts',
    code: `import { x } from './orders.contract.ts'\nexport const b = x`,
  },
  {
    wall: 'rules import no server file',
    file: 'src/features/orders/orders.rules.ts',
    code: `import { x } from './orders.server.ts'\nexport const b = x`,
  },
  {
    wall: 'rules import no Node',
    file: 'src/features/orders/orders.rules.ts',
    code: `import { x } from 'node:crypto'\nexport const b = x`,
  },
  {
    wall: 'contracts import no server file',
    file: 'src/features/orders/orders.contract.ts',
    code: `import { x } from './orders.server.ts'\nexport const b = x`,
  },
  {
    wall: 'contracts import no screen',
    file: 'src/features/orders/orders.contract.ts',
    code: `import { x } from '#ui/button.tsx'\nexport const b = x`,
  },
  {
    wall: 'server files import no screen',
    file: 'src/features/orders/orders.server.ts',
    code: `import { x } from './ui/card.tsx'\nexport const b = x`,
  },
  {
    wall: 'server files import no React',
    file: 'src/features/orders/orders.server.ts',
    code: `import { createElement } from 'react'\nexport const b = createElement`,
  },
  {
    wall: 'screens import no service',
    file: 'src/features/orders/ui/a.tsx',
    code: `import { x } from '#services/orders'\nexport const b = x`,
  },
  {
    wall: 'screens import no server file',
    file: 'src/features/orders/ui/a.tsx',
    code: `import { x } from '../orders.server.ts'\nexport const b = x`,
  },
  {
    wall: 'screens import no database',
    file: 'src/features/orders/ui/a.tsx',
    code: `import { Kysely } from 'kysely'\nexport const b = Kysely`,
  },
  {
    wall: 'screens link by the house’s own link',
    file: 'src/features/orders/ui/a.tsx',
    code: `import { Link } from 'react-router'\nexport const b = Link`,
  },
  {
    wall: 'screens change things by calls, and not by the router',
    file: 'src/features/orders/ui/a.tsx',
    code: `import { useFetcher } from 'react-router'\nexport const b = useFetcher`,
  },
  {
    wall: 'no relative path leaves its feature',
    file: 'src/features/orders/ui/a.tsx',
    code: `import { x } from '../../payments/payments.rules.ts'\nexport const b = x`,
  },
  {
    wall: 'no relative path leaves its feature, on the server',
    file: 'src/features/orders/orders.server.ts',
    code: `import { x } from '../payments/payments.server.ts'\nexport const b = x`,
  },
  {
    wall: 'a table that is looked up by a text is a Map (finding 27)',
    file: 'src/features/orders/orders.rules.ts',
    code: `const names: Readonly<Record<string, string>> = { a: 'b' }\nexport const b = (text: string) => names[text]`,
    rule: 'tappet(lookup)',
  },
  {
    wall: 'an object of texts is not made an open one to look a text up (finding 27)',
    file: 'src/features/orders/orders.texts.ts',
    code: `export const texts = { names: { a: 'b' } as Record<string, string> }`,
    rule: 'tappet(lookup)',
  },
  {
    wall: 'no name that is a text is looked for with `in` (finding 27)',
    file: 'src/features/orders/orders.rules.ts',
    code: `export const b = (name: string, fields: object) => name in fields`,
    rule: 'tappet(lookup)',
  },
  {
    wall: 'no any',
    file: 'src/features/orders/orders.rules.ts',
    code: `export const b = (x: any) => x`,
    rule: 'no-explicit-any',
  },
  {
    wall: 'no default export',
    file: 'src/features/orders/orders.rules.ts',
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
    wall: 'rules import kernel and other rules',
    file: 'src/features/orders/orders.rules.ts',
    code: `import { x } from '#kernel/money'\nimport { y } from '#rules/payments'\nexport const b = [x, y]`,
  },
  {
    wall: 'server files import rules, contracts, platform, services',
    file: 'src/features/orders/orders.server.ts',
    code: `import { w } from '#platform/log'\nimport { x } from '#services/payments'\nimport { y } from './orders.contract.ts'\nimport { z } from './orders.place.server.ts'\nexport const b = [w, x, y, z]`,
  },
  {
    wall: 'screens import the kit, rules, contracts, parts and their own',
    file: 'src/features/orders/ui/a.tsx',
    code: `import { v } from '#ui/button.tsx'\nimport { w } from '#parts/payments'\nimport { x } from '../orders.rules.ts'\nimport { y } from './card.tsx'\nimport { z } from '#contracts/orders'\nexport const b = [v, w, x, y, z]`,
  },
  {
    wall: 'screens take what else they need from the router',
    file: 'src/features/orders/ui/a.tsx',
    code: `import { useNavigate } from 'react-router'\nexport const b = useNavigate`,
  },
  {
    wall: 'a table that is closed, and a Map, are looked up',
    file: 'src/features/orders/orders.rules.ts',
    code: `const names: Record<'a' | 'b', string> = { a: 'b', b: 'a' }\nconst more = new Map(Object.entries(names))\nexport const b = (key: 'a' | 'b', text: string) => [names[key], more.get(text), 'id' in names]`,
  },
]

async function lint({ file, code }: Planted): Promise<string> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${code}\n`)
  try {
    return await new Promise(resolve => {
      const linter = join(root, 'node_modules/oxlint/bin/oxlint')
      execFile(process.execPath, [linter, '-f', 'unix', file], { cwd: folder }, (_error, stdout) => resolve(stdout))
    })
  } finally {
    await rm(path)
  }
}

describe.concurrent('walls', () => {
  test.each(violations)('$wall', async planted => {
    const own = { ...planted, file: unique(planted.file) }
    expect(await lint(own)).toContain(planted.rule ?? 'no-restricted-imports')
  })

  test.each(allowed)('$wall', async planted => {
    const own = { ...planted, file: unique(planted.file) }
    expect(await lint(own)).not.toMatch(/no-restricted-imports|lookup/)
  })
})

let planted = 0

/** Each case lints a file of its own, in a feature of its own, so that cases can run at once. */
function unique(file: string): string {
  planted += 1
  return file
    .replace('features/orders/', `features/orders${planted}/`)
    .replace(/\/a\.(tsx?|server\.ts)$/, `/a${planted}.$1`)
}
