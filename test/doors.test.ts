import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { modules } from '../launch/lint/walls.mjs'
import { root } from './generated/register.ts'

/**
 * A door names what the rest of the program takes of a module, and nothing else: what the module uses by itself stands in another file of
 * it, from which its tests take it, too. The calls of the API are for whoever calls them.
 */

const kinds = ['rules', 'texts', 'contracts', 'services', 'parts']
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const { imports } = JSON.parse(textOf('package.json')) as { imports: Record<string, string> }

const doors = new Map(
  kinds
    .flatMap(kind =>
      modules.map(name => [`#${kind}/${name}`, (imports[`#${kind}/*`] ?? '').replaceAll('*', name)] as const),
    )
    .filter(([, file]) => existsSync(join(root, file))),
)

const parse = (file: string, text = textOf(file)) => parseSync(file, text).module

/** What a file takes by doors: `#rules/ordering mayShip`. */
function takenBy(file: string): string[] {
  const text = textOf(file)
  if (!/'#(?:rules|texts|contracts|services|parts)\//.test(text)) return []
  const { staticImports, staticExports } = parse(file, text)
  const imported = staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName }) => `${moduleRequest.value} ${importName.name}`),
  )
  const handedOn = staticExports.flatMap(({ entries }) =>
    entries.map(({ moduleRequest, importName }) => `${moduleRequest?.value} ${importName.name}`),
  )
  const later = [...text.matchAll(/const \{([^}]*)\} = await import\('(#[^']+)'\)/g)].flatMap(([, names = '', door]) =>
    names.split(',').map(name => `${door} ${name.trim()}`),
  )
  return [...imported, ...handedOn, ...later]
}

const named = [...doors].flatMap(([door, file]) =>
  parse(file).staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => `${door} ${exportName.name}`)),
)
const isOfTests = (file: string) => /\.test\.tsx?$/.test(file)

it('a door names only what the program outside of its module takes, and the calls of the API', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(file => !isOfTests(file))
  const taken = new Set(files.flatMap(takenBy))
  expect(doors.size).toBeGreaterThan(modules.length)
  expect(taken.size).toBeGreaterThan(500)
  const isCall = (name: string) => /^#contracts\/\S+ \w+Contract$/.test(name)
  expect(named.filter(name => !taken.has(name) && !isCall(name))).toEqual([])
})
