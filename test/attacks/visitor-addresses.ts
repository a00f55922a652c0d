import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { isScreen } from '../../src/app/addresses.server.ts'

/** What stands in the place of parameters, by their names. */
export type Examples = Readonly<Record<string, string>>

const screens = join(import.meta.dirname, '../../src/screens')

/**
 * All that anybody may ask the shop for, made from the program: each route that answers GET, the pages and the screens. Of files of
 * the build one of each kind; what stands behind an account answers a stranger, too, that they have none.
 */
export function visitorAddresses(http: FastifyInstance, examples: Examples = {}): string[] {
  const routes = routesOf(http).filter(path => !/\.(?:gz|br)$/.test(path))
  const byKind = new Map(routes.map(path => [path.startsWith('/assets/') ? path.replace(/.*\./, '') : path, path]))
  const patterns = [...byKind.values(), ...pagePatterns(), ...screenPatterns()]
  return [...new Set(patterns.map(pattern => filled(pattern, examples)))].toSorted()
}

/** As Fastify prints them: each line goes on where the one that it hangs on ends. */
function routesOf(http: FastifyInstance): string[] {
  const above: string[] = []
  const found: string[] = []
  for (const line of http.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S*) \(([^)]*)\)/.exec(line) ?? []
    if (part === '') continue
    const depth = indent.length / 4
    above.length = depth
    const path = above.join('') + part
    above.push(part)
    // What takes every address is printed without a slash.
    if (methods.split(', ').includes('GET')) found.push(path.replace(/^(?!\/)/, '/'))
  }
  return found
}

function pagePatterns(): string[] {
  const text = readFileSync(join(screens, 'storefront/pages.ts'), 'utf8')
  return [...text.matchAll(/\broute\('([^']+)'/g)].map(([, path = '']) => path)
}

/** The last ones of a list of routes within routes; what stands around them is the dashboard, whose address comes first. */
export function screenPatterns(): string[] {
  const text = readFileSync(join(screens, 'routes.ts'), 'utf8')
  const paths = [...text.matchAll(/\broute\('([^'*]+)'/g)].map(([, path = '']) => path)
  return paths.map(path => (isScreen(`/${path}`) ? `/${path}` : `/dashboard/${path}`))
}

function filled(pattern: string, examples: Examples): string {
  return pattern
    .replace(/\/:(\w+)\?/g, '/:$1')
    .replace(/:(\w+)/g, (_, name: string) => examples[name] ?? '1')
    .replace('*', 'nothing')
}
