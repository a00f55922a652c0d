import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const kit = join(import.meta.dirname, '..')

/** What is nothing to look at, or stands around the page instead of on it. */
const unseen = [
  'document-head.tsx',
  'island.tsx',
  'page-navigation.tsx',
  'structured-data.tsx',
  'surroundings.tsx',
  'toast-container.tsx',
  'toast-content.tsx',
]

it('every component of the kit stands on the page', () => {
  const page = globSync('*.tsx', { cwd: import.meta.dirname })
    .map(file => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join()
  const components = globSync('**/*.tsx', { cwd: kit, exclude: ['kit/**'] })
  expect(components.length).toBeGreaterThan(20)
  expect(components.filter(file => !unseen.includes(basename(file)) && !page.includes(`'../${file}'`))).toEqual([])
})
