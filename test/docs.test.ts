import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { heardEvents } from '#rules/ordering'
import { commandHelp } from '#texts/imports'
import { root } from './generated/register.ts'

/**
 * What the papers say of the program: they name files, functions, commands, settings and decisions, and what is renamed is renamed there
 * too. The map and the modules' own pages are held the strictest. What has been is the changelog's.
 */

const pages = ['docs/map.md', ...globSync('src/modules/*/README.md', { cwd: root })]
const papers = globSync(['*.md', 'deploy/*.md', 'docs/**/*.md', '{src,test}/**/README.md'], {
  cwd: root,
  exclude: ['**/node_modules'],
}).filter(page => page !== 'CHANGELOG.md')
const folders = '{.ci,bench,content,db,deploy,docs,e2e,launch,public,src,test}'
const extension = /\.(?:ts|tsx|mjs|css|json|md|sql|csv)$/
const path = /^[\w.@-]+(?:\/[\w.@-]+)+\/?$|^[\w.@-]+\/$/
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')
const namedIn = (page: string) => [...textOf(page).matchAll(/`([^`\n]+)`/g)].map(([, said = '']) => said)

/** Where a path may begin: at the root, in `src`, among the modules, in the module whose page it is. */
function fileOf(page: string, named: string): string | undefined {
  const starts = ['', 'src', 'src/modules', dirname(page), join(dirname(page), '..'), join(dirname(page), 'ui')]
  return starts.map(start => join(root, start, named)).find(existsSync)
}

/** A name of `imports` in package.json, such as `#kernel/tables/paste`, as the path that it stands for. */
const { imports, scripts } = JSON.parse(textOf('package.json')) as Record<'imports' | 'scripts', Record<string, string>>
const pathOfImport = (named: string) =>
  named.replace(/^#(\w+)\/(.+)$/, (_, door: string, rest: string) =>
    (imports[`#${door}/*`] ?? named).replaceAll('*', rest),
  )
const packages = ['zod/mini']

it.each(pages)('%s names only files that are there (finding 35)', page => {
  const named = namedIn(page)
    .map(pathOfImport)
    .filter(said => path.test(said) && !packages.includes(said))
  expect(named.filter(said => !fileOf(page, said))).toEqual([])
})

it('no paper names a file that is nowhere', () => {
  const files = globSync(['*', `${folders}/**`], { cwd: root, exclude: ['**/node_modules'] })
  // Of a release that decision 54 makes up.
  const madeUp = /^00(?:16|17|18|19)-(?:terms|colours|shades|coloured|all-coloured)\.sql$/
  const named = papers.flatMap(page => namedIn(page).map(said => `${page}: ${said}`))
  const astray = named.filter(line => {
    const [, said = ''] = line.split(': ')
    const isFile = /^[\w./@-]+$/.test(said) && extension.test(said) && !/^[./]/.test(said) && !madeUp.test(said)
    return isFile && !files.some(file => file === said || file.endsWith(`/${said}`))
  })
  expect(named.length).toBeGreaterThan(1000)
  expect(astray).toEqual([])
})

it('every link of a paper within the project leads to a file', () => {
  const links = papers.flatMap(page =>
    [...textOf(page).matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g)].map(([, to = '']) => join(dirname(page), to)),
  )
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter(to => !existsSync(join(root, to)))).toEqual([])
})

it('no paper names a command that is not there', () => {
  const projects = textOf('vitest.config.ts')
  const [, list = ''] = /const benchmarks[^{]*\{([\s\S]*?)\n\}/.exec(textOf('bench/main.ts')) ?? []
  const benchmarks = new Set(list.match(/[a-z][\w-]*/g)?.concat('against'))
  const known: [RegExp, (name: string) => boolean][] = [
    [/npm run ([a-z][\w:-]*)/g, name => name in scripts],
    [/--project ([\w-]+)/g, name => projects.includes(`name: '${name}'`)],
    [/npm run bench -- ([a-z][\w-]*)/g, name => benchmarks.has(name)],
  ]
  const astray = papers.flatMap(page =>
    known.flatMap(([command, isThere]) =>
      [...textOf(page).matchAll(command)].flatMap(([said, name = '']) => (isThere(name) ? [] : [`${page}: ${said}`])),
    ),
  )
  expect(astray).toEqual([])
})

it('no paper names a setting that nothing reads', () => {
  const setting = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g
  const code = globSync([`${folders}/**/*.{ts,tsx,mjs,service,yml}`, '*.{ts,yaml}', 'Dockerfile'], {
    cwd: root,
    exclude: ['**/node_modules'],
  })
  const read = new Set(code.flatMap(file => textOf(file).match(setting) ?? []))
  const named = papers.flatMap(page => namedIn(page).flatMap(said => said.match(setting) ?? []))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(name => !read.has(name))).toEqual([])
})

it('every decision that a paper or a comment names by its number is there', () => {
  const numbers = new Set(
    globSync('docs/decisions/*.md', { cwd: root }).map(file => Number(basename(file).slice(0, 4))),
  )
  const files = globSync(['*.md', '.env.example', `${folders}/**/*.{md,ts,tsx,mjs,sql,css}`], {
    cwd: root,
    exclude: ['**/node_modules'],
  })
  const named = files.flatMap(file =>
    [...textOf(file).matchAll(/\bdecisions? (\d+(?:(?:,| and) \d+)*)/gi)].flatMap(([, list = '']) =>
      (list.match(/\d+/g) ?? []).map(number => `${file}: ${number}`),
    ),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(line => !numbers.has(Number(line.split(': ')[1])))).toEqual([])
})

it.each(['test', 'src/screens', 'src/modules', 'src/dev', 'launch'])('the map names each folder of %s', folder => {
  const parts = readdirSync(join(root, folder), { withFileTypes: true }).filter(entry => entry.isDirectory())
  const [, house = ''] = /```([\s\S]*?)```/.exec(textOf('docs/map.md')) ?? []
  expect(parts.map(({ name }) => name).filter(name => !house.includes(`${name}/`))).toEqual([])
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
  const code = `${folders}/**/*.{ts,tsx,mjs,sql,css,json,yml,cfg,service}`
  const files = globSync(code, { cwd: root, exclude: ['**/node_modules'] })
  const known = new Set(files.flatMap(file => textOf(file).match(/\w+/g) ?? []))
  // Of PostgreSQL.
  const others = ['pg_dump', 'commit_delay']
  const named = papers.flatMap(page =>
    [...textOf(page).matchAll(/`([a-z]+(?:[A-Z]|_[a-z])\w*)(?:\(\))?`/g)].map(([, name = '']) => [page, name]),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(([, name = '']) => !known.has(name) && !others.includes(name))).toEqual([])
})

it('README lists the commands of the shop’s command line, and no others', () => {
  const help = `${textOf('src/app/cli.ts')}${commandHelp}`
  const commands = new Set([...help.matchAll(/(?:^|\}) +npm run tappet -- ([a-z][a-z-]+)/gm)].map(([, name]) => name))
  const [, list = ''] = /\| the shop's command line: (.+) \|/.exec(textOf('README.md')) ?? []
  expect(new Set([...list.matchAll(/`([a-z-]+)/g)].map(([, name]) => name))).toEqual(commands)
  const asked = papers.flatMap(page => [...textOf(page).matchAll(/npm run tappet -- ([a-z][a-z-]*)/g)])
  expect(asked.filter(([, name]) => !commands.has(name)).map(([said]) => said)).toEqual([])
})

it('the glossary says nothing twice', () => {
  const rows = textOf('GLOSSARY.md')
    .split('\n')
    .filter(line => /^\| [a-z]/i.test(line))
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter((row, at) => rows.indexOf(row) < at)).toEqual([])
})

it('README has an owner send the events that the shop hears, and no others', () => {
  const [, sentence = ''] = /send the events ([\s\S]*?) to `PUBLIC_URL/.exec(textOf('README.md')) ?? []
  const named = [...sentence.matchAll(/`([\w.*]+)`/g)].map(([, name = '']) => name.replace('*', ''))
  expect(named.filter(name => !heardEvents.some(event => event.startsWith(name)))).toEqual([])
  expect(heardEvents.filter(event => !named.some(name => event.startsWith(name)))).toEqual([])
})
