import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './register.ts'

/** Words between two tags, or in an attribute that is read out: they would be out of a translator's reach. */
const between = /[\w"'}]>\s*([A-Z][a-z]+[^<>{}=;]*)<\//g
const readOut = /\b(?:aria-label|alt|title|placeholder|label|hint)="([^"{]*[a-z]{2}[^"]*)"/g

it('[D1.12] no screen has a sentence of its own: they stand in the tables of their features', () => {
  const screens = globSync('src/**/*.tsx', { cwd: root })
  expect(screens.length).toBeGreaterThan(50)
  const found = screens.flatMap(file => {
    const source = readFileSync(join(root, file), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    return [...source.matchAll(between), ...source.matchAll(readOut)].map(([, words]) => `${file}: ${words}`)
  })
  expect(found).toEqual([])
  expect(globSync('src/features/*/*.texts.ts', { cwd: root }).length).toBeGreaterThanOrEqual(6)
})

it('the search for sentences finds one', () => {
  expect([...'<p className="a">Hello there</p>'.matchAll(between)]).toHaveLength(1)
  expect([...'<img alt="A brake disc" />'.matchAll(readOut)]).toHaveLength(1)
})
