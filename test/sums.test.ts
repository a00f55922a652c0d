import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, it } from 'vitest'
import { sumScreens } from '../e2e/sum-screens.ts'
import routes from '../src/screens/routes.ts'
import { pages } from '../src/screens/storefront/pages.ts'

/** Which screens print what an order comes to, read from the program: from each screen along what it imports, by name. */

const source = join(import.meta.dirname, '../src')

/** What prints a sum: the parts that take one apart, and the amounts that the API calls price or total. */
const printsSum = /<OrderSum\b|\buseExtras\(|\border\.price\b|amount=\{(?:price|\w*\.?total)\}/

const imported = /^(?:import|export) (?!type )(?:\w+, )?(\{[^}]*\}|\* as \w+|\w+)? ?(?:from )?'([^']+)'/gm
const lazily = /\bimport\('([^']+)'\)/g

function fileOf(from: string, name: string): string | undefined {
  if (name.startsWith('.')) return join(dirname(from), name)
  const [, kind = '', rest = ''] = /^#(\w+)\/(.+)$/.exec(name) ?? []
  if (kind === 'parts') return join(source, 'modules', rest, 'ui/parts.ts')
  return kind === 'ui' ? join(source, 'ui', rest) : undefined
}

const namesIn = (list: string) => [...list.matchAll(/(?:^|[{,])\s*(?!type\b)(\w+)/g)].map(([, name]) => name ?? '')

/** The files from which what stands in this one can come; of a door, those of the names that are wanted. */
function reach(file: string, wanted: readonly string[] | undefined, seen: Set<string>): Set<string> {
  const text = readFileSync(file, 'utf8')
  const isDoor = file.endsWith('/parts.ts')
  if (!isDoor) {
    if (seen.has(file)) return seen
    seen.add(file)
  }
  const links = [...text.matchAll(imported)].map(([, list = '', name = '']) => ({ names: namesIn(list), name }))
  for (const { names, name } of [
    ...links,
    ...[...text.matchAll(lazily)].map(([, name = '']) => ({ names: [], name })),
  ]) {
    if (isDoor && wanted && !names.some(one => wanted.includes(one))) continue
    const next = fileOf(file, name)
    if (next && /\.tsx?$/.test(next)) reach(next, names.length > 0 ? names : undefined, seen)
  }
  return seen
}

const printers = (file: string) =>
  [...reach(file, undefined, new Set())].filter(file => printsSum.test(readFileSync(file, 'utf8')))

/** Every screen's address, and its file. */
function screensOf(entries: readonly RouteConfigEntry[], above = ''): { path: string; file: string }[] {
  return entries.flatMap(({ path, file, children }) => {
    const here = path === undefined ? above : `${above}/${path}`
    return children ? screensOf(children, here) : [{ path: here || '/', file: join(source, 'screens', file) }]
  })
}

it('every screen that prints a sum is walked, and its sums are read (finding 2)', () => {
  const screens = screensOf(routes)
  expect(screens.length).toBeGreaterThan(50)
  const found = screens.filter(({ file }) => printers(file).length > 0).map(({ path }) => path)
  expect(found.toSorted()).toEqual(Object.keys(sumScreens).toSorted())
})

it('no page of the shop prints a sum', () => {
  const text = readFileSync(join(source, 'screens/storefront/pages.ts'), 'utf8')
  const files = [...text.matchAll(/'(\.\/[^']+-page\.tsx)'/g)].map(([, name = '']) =>
    join(source, 'screens/storefront', name),
  )
  expect(files.length).toBeGreaterThan(5)
  expect(pages.length).toBeGreaterThanOrEqual(files.length)
  expect(files.flatMap(printers).map(file => relative(source, file))).toEqual([])
})

it('no screen before an order reckons its sum itself: there is one way to it (finding 2)', () => {
  const reckons = /\b(?:totalsOf|chargesOf|sumUp|sumOf)\(/
  const isBefore = ({ path }: { path: string }) => sumScreens[path]?.when === 'before'
  const before = screensOf(routes).filter(isBefore)
  expect(before.length).toBeGreaterThan(2)
  const files = before.flatMap(({ file }) => [...reach(file, undefined, new Set())])
  const reckoning = [...new Set(files)].filter(file => reckons.test(readFileSync(file, 'utf8')))
  expect(reckoning.map(file => relative(source, file))).toEqual([])
})
