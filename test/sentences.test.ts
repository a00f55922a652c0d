import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { speakBy, textFor } from '#kernel/texts'
import { modules } from '../src/app/modules.server.ts'
import { root } from './generated/register.ts'

/** The tables that are read by this, by their names. */
function namesRead(read: () => unknown): string[] {
  const names: string[] = []
  speakBy((name, english) => {
    names.push(name)
    return english
  })
  read()
  speakBy(undefined)
  return names
}

/** Keys of a table, mails whose words are read when they are asked for, and the command line, which speaks English to operators. */
const withoutSentences = new Set(['linkMailNames', 'orderMailKinds', 'commandHelp'])

it.each(globSync('src/**/*.texts.ts', { cwd: root }).toSorted())(
  'whatever stands in %s is said in the language of the moment',
  async file => {
    const exported = Object.entries((await import(/* @vite-ignore */ `../${file}`)) as Record<string, unknown>)
    expect(exported).not.toEqual([])
    const plain = exported.filter(([name, value]) => {
      if (typeof value === 'function' || withoutSentences.has(name)) return false
      return typeof value !== 'object' || value === null || namesRead(() => Object.values(value)).length === 0
    })
    expect(plain.map(([name]) => name)).toEqual([])
  },
)

it.each(modules.flatMap(({ refusals = {} }) => Object.keys(refusals).map(code => [code, refusals] as const)))(
  'the refusal %s is said in the language of the moment',
  (code, refusals) => expect(namesRead(() => textFor(refusals, code))).not.toEqual([]),
)

it.each(modules.flatMap(({ mails = [] }) => mails.map(mail => [mail.kind, mail] as const)))(
  'the mail %s is said in the language of the moment',
  (_kind, mail) => expect(namesRead(mail.words)).not.toEqual([]),
)
