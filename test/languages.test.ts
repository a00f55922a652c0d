import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { refuse } from '#kernel/refusals'
import { speakBy, textFor, texts } from '#kernel/texts'
import { root } from './generated/register.ts'

afterEach(() => speakBy(undefined))

/** What starts something as soon as it is loaded, or wants a browser then. */
const starts = new Set([
  'src/app/cli.ts',
  'src/app/server.ts',
  'src/modules/finder/index/worker.server.ts',
  'src/modules/finder/opensearch/worker.server.ts',
  'src/screens/entry.client.tsx',
  'src/screens/storefront/islands/development.ts',
  'src/screens/storefront/islands/start.ts',
  'src/ui/kit/main.tsx',
])
const files = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}'] })
  .filter(file => !starts.has(file))
  .toSorted()

describe('a sentence is said in the language of the moment', () => {
  it('by every table, and in English where nothing else is chosen', () => {
    const greetings = texts('test.greetings', { hello: 'Hello', many: { one: 'One', other: 'Others' } })
    expect(greetings.hello).toBe('Hello')
    speakBy((name, english) => (name === 'test.greetings' ? { ...english, hello: 'Hallo' } : english))
    expect(greetings.hello).toBe('Hallo')
    expect(greetings.many.other).toBe('Others')
    expect(Object.entries(greetings)[0]).toEqual(['hello', 'Hallo'])
    speakBy(undefined)
    expect(greetings.hello).toBe('Hello')
  })

  it('by refusals, too, whose codes and statuses stay', () => {
    speakBy((name, english) =>
      name === 'refusals'
        ? { ...english, 'not-yours': { status: 403, title: 'Not yours', message: 'Nicht Ihres.' } }
        : english,
    )
    expect(refuse('not-yours').message).toBe('Nicht Ihres.')
    speakBy(undefined)
    expect(refuse('not-yours').message).toBe('This belongs to another account.')
  })

  it('and a key from elsewhere finds nothing that a table does not have', () => {
    expect(textFor({ a: 'A' }, 'a')).toBe('A')
    expect(textFor({ a: 'A' }, 'constructor')).toBeUndefined()
  })
})

it(
  'no sentence is read while a module loads, for it would keep its language for ever',
  { timeout: 300_000 },
  async () => {
    expect(files.length).toBeGreaterThan(1000)
    const early: string[] = []
    let loading = ''
    const listen = () =>
      speakBy((name, english) => {
        early.push(`${loading}: ${name}`)
        return english
      })
    for (const file of files) {
      loading = file
      listen()
      await import(/* @vite-ignore */ `../${file}`)
    }
    expect(early).toEqual([])
  },
)

it('each table has a name of its own, by which a translation finds it', () => {
  const names = files
    .flatMap(file => [...readFileSync(join(root, file), 'utf8').matchAll(/\btexts(?:<[^;]*?>)?\(\s*'([\w.]+)'/g)])
    .map(([, name]) => name)
  expect(names.length).toBeGreaterThan(100)
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
})
