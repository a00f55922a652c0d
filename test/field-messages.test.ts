import { globSync } from 'node:fs'
import { afterEach, describe, expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { speakBy, texts } from '#kernel/texts'
import { root } from './generated/register.ts'
import { type Planted, lint } from './linting.ts'

/** What is said of a field that is refused is said in the language of that moment (decision 56). */
afterEach(() => speakBy(undefined))

type Parts = Readonly<Record<string, unknown>>
type Message = { place: string; error: (issue: unknown) => unknown }

/** Every message of a schema, of what it holds and of what it checks. */
function messagesOf(value: unknown, place: string, seen: Set<unknown>): Message[] {
  if (typeof value !== 'object' || value === null || value instanceof RegExp || seen.has(value)) return []
  seen.add(value)
  const { _zod: inner } = value as { _zod?: { def: Parts } }
  const parts = inner ? inner.def : (value as Parts)
  const { error } = parts
  return [
    ...(inner && typeof error === 'function' ? [{ place, error: error as Message['error'] }] : []),
    ...Object.entries(parts).flatMap(([name, part]) => messagesOf(part, `${place}.${name}`, seen)),
  ]
}

/** Whether a message is a sentence that was there before it was wanted: it gives one, and reads no table for it. */
function isFixed({ error }: Message): boolean {
  let reads = 0
  speakBy((_name, english) => {
    reads += 1
    return english
  })
  const issues = [
    { code: 'invalid_type', input: {} },
    { code: 'custom', input: '' },
    { code: 'invalid_key', input: {} },
  ]
  return issues.some(issue => {
    const before = reads
    return typeof error(issue) === 'string' && reads === before
  })
}

describe('the messages of schemas', () => {
  it('are read from a table when they are said, in every contract and in all that rules and forms hand out', async () => {
    const files = globSync('src/**/*.{contract,rules,body}.ts', { cwd: root }).concat(
      globSync('src/kernel/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }),
    )
    const seen = new Set()
    const messages: Message[] = []
    for (const file of files.toSorted()) {
      const module = (await import(/* @vite-ignore */ `../${file}`)) as Parts
      messages.push(...messagesOf({ ...module }, file, seen))
    }
    expect(messages.length).toBeGreaterThan(300)
    expect(messages.filter(isFixed).map(({ place }) => place)).toEqual([])
  })

  it('are seen where one is fixed, however deep it stands, and only there', () => {
    const table = texts('test.fields', { missing: 'Say it.', short: (least: number) => `Use ${least} or more.` })
    const schema = z.object({
      early: z.optional(z.array(z.string('Say it.'))),
      late: z.string({ error: () => table.missing }).check(z.minLength(2, { error: () => table.short(2) })),
      check: z.pipe(
        z.string().check(z.maxLength(2, 'Use at most 2 letters.')),
        z.transform((text: string) => text),
      ),
    })
    const fixed = messagesOf({ schema }, '', new Set()).filter(isFixed)
    expect(fixed.map(({ place }) => place)).toEqual([
      '.schema.shape.early.innerType.element',
      '.schema.shape.check.in.checks.0',
    ])
  })
})

const withSchemas = `import * as z from 'zod/mini'\n`
const violations: Planted[] = [
  {
    wall: 'in a check',
    file: 'src/modules/stock/a.server.ts',
    code: `${withSchemas}export const A = z.string().check(z.minLength(1, 'Say it here.'))`,
  },
  {
    wall: 'in an option',
    file: 'src/modules/stock/a.rules.ts',
    code: `${withSchemas}export const A = z.string({ error: 'Say it here.' })`,
  },
  {
    wall: 'in a function that gives it',
    file: 'src/modules/stock/a.contract.ts',
    code: `${withSchemas}export const a = (most: number) => z.string({ error: () => \`Use at most \${most}.\` })`,
  },
  {
    wall: 'in a constant',
    file: 'src/modules/stock/a.contract.ts',
    code: `${withSchemas}const missing = 'Say it here.'\nexport const A = z.string({ error: missing })`,
  },
  {
    wall: 'for a field of the kernel',
    file: 'src/screens/account/basket/a.tsx',
    code: `${withSchemas}import { requiredText } from '#kernel/fields'\nexport const A = z.object({ a: requiredText(() => 'Say it here.') })`,
  },
  {
    wall: 'of a value that a verb refuses',
    file: 'src/modules/stock/a.server.ts',
    code: `export const a = (isOpen: boolean) => [{ field: 'a', message: isOpen ? 'Say it here.' : '' }]`,
  },
]

const allowed: Planted[] = [
  {
    wall: 'what a call does',
    file: 'src/modules/stock/a.contract.ts',
    code: `${withSchemas}import { endpoint } from '#kernel/endpoint'\nexport const a = endpoint('GET /a', { summary: 'Says what there is.', access: 'everyone', answer: z.string() })`,
  },
  {
    wall: 'a word that is taken',
    file: 'src/modules/stock/a.contract.ts',
    code: `${withSchemas}export const A = z.enum(['yes', 'no']).check(z.describe('yes'))`,
  },
  {
    wall: 'a table',
    file: 'src/kernel/a.ts',
    code: `${withSchemas}import { texts } from './texts.ts'\nexport const A = z.string()\nexport const aTexts = texts('kernel.a', { missing: 'Say it here.' })`,
  },
]

describe('no sentence of a field stands beside its schema (launch/lint/messages.mjs)', () => {
  test.concurrent.each(violations)('$wall', async planted => {
    expect(await lint(planted)).toContain('messages(tables)')
  })
  test.concurrent.each(allowed)('and $wall is left alone', async planted => {
    expect(await lint(planted)).not.toContain('messages')
  })
})
