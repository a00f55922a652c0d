import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The register of requirements (docs/specification.md) and the tests that carry its numbers.
 * `node test/generated/register.ts` writes the column "Proved by" anew, from the titles as they are.
 */
export const root = join(import.meta.dirname, '../..')
const page = join(root, 'docs/specification.md')

export type Row = { number: string; requirement: string; builtIn: string; provedBy: string[] }
/** A row that was broken on purpose, and the test that failed: the last section of the page. */
export type Broken = { number: string; change: string; file: string; title: string }
export type Carried = { file: string; title: string; numbers: string[] }

const numbers = /\[([SD]\d\.\d\d(?: [SD]\d\.\d\d)*)\]/g
/** A bracket that was meant as a number and is none: a range, a comma, a missing digit. */
const misspelt = /\[(?![SD]\d\.\d\d(?: [SD]\d\.\d\d)*\])[SD]\d[^\]]*\]/

/** Where the rows end: what follows names rows, and is none. */
const lastSection = '\n## Broken on purpose\n'

function readPage(): { rows: string; broken: string } {
  const [rows = '', broken = ''] = readFileSync(page, 'utf8').split(lastSection)
  return { rows, broken }
}

const cellsOf = (line: string) => line.split(' | ').map(cell => cell.replace(/^\| | \|$/g, ''))

/** The rows of the page, in its order. */
export function readRegister(text = readPage().rows): Row[] {
  return text.split('\n').flatMap(line => {
    const cells = cellsOf(line)
    const [number = '', requirement = '', builtIn = '', provedBy = ''] = cells
    if (!/^[SD]\d/.test(number)) return []
    const files = provedBy === 'open' ? [] : provedBy.split(', ').map(unquoted)
    return [{ number, requirement, builtIn: unquoted(builtIn), provedBy: files }]
  })
}

/** What the last section lists, in its order. A test stands there as `file`: title, without its numbers. */
export function readBroken(text = readPage().broken): Broken[] {
  return text.split('\n').flatMap(line => {
    if (!/^\| [SD]\d/.test(line)) return []
    const [number = '', change = '', test = ''] = cellsOf(line)
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(test) ?? []
    return [{ number, change, file, title }]
  })
}

/** Whether the test that failed is there: its file carries the number, and has a title that the runner writes so. */
export function isThere({ number, file, title }: Broken, carried = carriedNumbers()): boolean {
  if (!carried.some(one => one.file === file && one.numbers.includes(number))) return false
  return titlesOf(readFileSync(join(root, file), 'utf8')).some(written => shapeOf(written).test(title))
}

/** A title without its numbers, which may come from a table, and with anything where the runner fills something in. */
function shapeOf(written: string): RegExp {
  const parts = written
    .replaceAll(numbers, '')
    .replace(/^%s /, '')
    .trim()
    .split(/%[sdj]|\$\{[^}]*\}/)
  return new RegExp(`^${parts.map(part => RegExp.escape(part)).join('.+')}$`)
}

const unquoted = (cell: string) => cell.replace(/^`|`$/g, '')

/** Every title with a number, over all tests and browser journeys. */
export function carriedNumbers(): Carried[] {
  const files = globSync(['{src,test,launch}/**/*.test.ts', 'e2e/*.spec.ts'], { cwd: root }).toSorted()
  return files
    .filter(file => file !== 'test/generated/specification.test.ts')
    .flatMap(file => titlesOf(readFileSync(join(root, file), 'utf8')).map(title => ({ file, title })))
    .flatMap(({ file, title }) => {
      const found = [...title.matchAll(numbers)].flatMap(([, listed = '']) => listed.split(' '))
      return found.length > 0 || misspelt.test(title) ? [{ file, title, numbers: found }] : []
    })
}

/** Whether a title has a bracket that looks like a number and is none. */
export const isMisspelt = (title: string) => misspelt.test(title)

/**
 * The titles of a test file: the first argument of `it`, `test` and `describe`, with whatever modifier, and the texts in
 * the tables of `.each`, which titles are made of. It reads literals, not programs: a title that is a variable or put
 * together is not seen, and a regular expression with a lone quote or bracket inside a table would end it too early.
 */
export function titlesOf(source: string): string[] {
  const titles: string[] = []
  for (const call of source.matchAll(/(?<![\w.$])(?:it|test|describe)((?:\.\w+)*)\(/g)) {
    let start = call.index + call[0].length
    if (call[1]?.endsWith('.each')) {
      const end = endOfArguments(source, start)
      titles.push(...literalsOf(source.slice(start, end)))
      if (source[end + 1] !== '(') continue
      start = end + 2
    }
    const title = literalAt(source, start)
    if (title !== undefined) titles.push(title)
  }
  return titles
}

const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/y

function literalAt(source: string, start: number): string | undefined {
  literal.lastIndex = start + (/^\s*/.exec(source.slice(start, start + 200))?.[0].length ?? 0)
  const found = literal.exec(source)
  return found ? (found[1] ?? found[2] ?? found[3]) : undefined
}

function literalsOf(source: string): string[] {
  return [...source.matchAll(new RegExp(literal.source, 'g'))].map(found => found[1] ?? found[2] ?? found[3] ?? '')
}

/** Where the bracket closes that was opened just before `start`; texts and comments in between are passed over. */
function endOfArguments(source: string, start: number): number {
  let depth = 1
  for (let place = start; place < source.length; place += 1) {
    const passed = passOver(source, place)
    if (passed > place) {
      place = passed - 1
      continue
    }
    if ('([{'.includes(source[place] ?? '')) depth += 1
    if (')]}'.includes(source[place] ?? '')) depth -= 1
    if (depth === 0) return place
  }
  return source.length
}

const comment = /\/\/[^\n]*|\/\*[^]*?\*\//y

function passOver(source: string, place: number): number {
  for (const kind of [literal, comment]) {
    kind.lastIndex = place
    if (kind.test(source)) return kind.lastIndex
  }
  return place
}

function writeProvedBy(): void {
  const carried = carriedNumbers()
  const { rows, broken } = readPage()
  const written = rows.split('\n').map(line => {
    const number = /^\| ([SD]\d\.\d\d) \|/.exec(line)?.[1]
    if (!number) return line
    const files = new Set(carried.filter(one => one.numbers.includes(number)).map(one => `\`${one.file}\``))
    return line.replace(/ \| [^|]* \|$/, ` | ${[...files].join(', ') || 'open'} |`)
  })
  writeFileSync(page, [written.join('\n'), broken].filter(Boolean).join(lastSection))
}

if (import.meta.main) writeProvedBy()
