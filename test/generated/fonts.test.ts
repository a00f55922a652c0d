import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cutFonts, fontCharacters, fontNames, fontPath } from './fonts.ts'
import { root } from './register.ts'

/** What the budget allows all faces together. */
const mostBytes = 60_000

it('the faces hold exactly the characters that the script cuts them to', async () => {
  for (const { name, bytes } of await cutFonts()) {
    expect((await readFile(fontPath(name))).equals(bytes), `${name}: run node test/generated/fonts.ts`).toBe(true)
  }
})

it('all faces together weigh at most 60 kB', async () => {
  const files = await Promise.all(fontNames.map(name => readFile(fontPath(name))))
  expect(files).toHaveLength(5)
  expect(files.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(mostBytes)
})

it('the faces have every letter that the shop itself writes', async () => {
  const tables = globSync(['src/**/*.texts.ts', 'content/shop.json'], { cwd: root })
  expect(tables.length).toBeGreaterThan(10)
  const texts = await Promise.all(tables.map(file => readFile(join(root, file), 'utf8')))
  // Pictures and arrows that no face of the family has come from the system.
  const missing = new Set(Array.from(texts.join('').replace(/[\s\p{Extended_Pictographic}→\u2011]/gu, '')))
  for (const character of fontCharacters) missing.delete(character)
  expect([...missing]).toEqual([])
})
