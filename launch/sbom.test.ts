import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { billOf } from './bill-of-materials.mjs'

const read = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')) as object

it('the bill of materials names what a shop in production installs, each with its hash (finding 44)', () => {
  const { bomFormat, components } = billOf(read('package.json'), read('package-lock.json'))
  expect(bomFormat).toBe('CycloneDX')
  const names = components.map(({ name }) => name)
  const { dependencies } = read('package.json') as { dependencies: Record<string, string> }
  expect(Object.keys(dependencies).filter(name => !names.includes(name))).toEqual([])
  expect(names).not.toContain('@playwright/test')
  expect(components.filter(({ hashes }) => !hashes?.[0]?.content)).toEqual([])
  expect(components.find(({ name }) => name === 'better-auth')?.purl).toBe('pkg:npm/better-auth@1.7.7')
})
