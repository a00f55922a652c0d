import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { heardEvents } from '#rules/ordering'
import { root } from './generated/register.ts'

/** The map and the modules' own pages name files, and functions in them: what is renamed is renamed there too. */

const pages = ['docs/map.md', ...globSync('src/modules/*/README.md', { cwd: root })]
const path = /^[\w.@-]+(?:\/[\w.@-]+)*(?:\/|\.(?:ts|tsx|mjs|css|json|md|sql|csv))$/
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')

/** Where a path may begin: at the root, in `src`, among the modules, in the module whose page it is. */
function fileOf(page: string, named: string): string | undefined {
  const starts = ['', 'src', 'src/modules', dirname(page), join(dirname(page), '..'), join(dirname(page), 'ui')]
  return starts.map(start => join(root, start, named)).find(existsSync)
}

it.each(pages)('%s names only files that are there (finding 35)', page => {
  const named = [...textOf(page).matchAll(/`([^`\n]+)`/g)].map(([, said = '']) => said).filter(said => path.test(said))
  expect(named.filter(said => said.includes('/') && !fileOf(page, said))).toEqual([])
})

it.each(pages)('%s names functions that are where it says (finding 35)', page => {
  const pairs = [...textOf(page).matchAll(/`(\w+)`\s+(?:of\s+|\()`([\w./-]+\.tsx?)`/g)]
  const astray = pairs.filter(([, name = '', file = '']) => {
    const found = fileOf(page, file)
    return !found || !new RegExp(`\\b${name}\\b`).test(readFileSync(found, 'utf8'))
  })
  expect(astray.map(([said]) => said)).toEqual([])
  if (page === 'docs/map.md') expect(pairs.length).toBeGreaterThan(5)
})

it('no page names a function, a type or a column that is nowhere', () => {
  const all = ['*.md', 'docs/**/*.md', 'src/**/README.md'].flatMap(pattern => globSync(pattern, { cwd: root }))
  const folders = '{src,db,launch,test,e2e,bench,deploy}/**/*.{ts,tsx,mjs,sql,css,json,yml,cfg,service}'
  const known = new Set(globSync(folders, { cwd: root }).flatMap(file => textOf(file).match(/\w+/g) ?? []))
  // Of PostgreSQL.
  const others = ['pg_dump', 'commit_delay']
  const named = all.flatMap(page =>
    [...textOf(page).matchAll(/`([a-z]+(?:[A-Z]|_[a-z])\w*)(?:\(\))?`/g)].map(([, name = '']) => [page, name]),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(
    named.filter(([page, name = '']) => page !== 'CHANGELOG.md' && !known.has(name) && !others.includes(name)),
  ).toEqual([])
})

it('README has an owner send the events that the shop hears, and no others', () => {
  const [, sentence = ''] = /send the events ([\s\S]*?) to `PUBLIC_URL/.exec(textOf('README.md')) ?? []
  const named = [...sentence.matchAll(/`([\w.*]+)`/g)].map(([, name = '']) => name.replace('*', ''))
  expect(named.filter(name => !heardEvents.some(event => event.startsWith(name)))).toEqual([])
  expect(heardEvents.filter(event => !named.some(name => event.startsWith(name)))).toEqual([])
})
