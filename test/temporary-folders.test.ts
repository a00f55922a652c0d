import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync(['{src,test,launch}/**/*.test.ts', '{test,e2e}/**/*.ts'], { cwd: root })

/** Takes it away by itself, or hands over what does. */
const takesAway = /\brm(Sync)?\(|mkdtempDisposable|\bclean\b/

it('whatever a test makes in the folder for temporary files, its file takes away (finding 35)', () => {
  const making = files.filter(file =>
    /mkdtemp(Sync)?\((path\.)?join\(tmpdir\(\)/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(making.length).toBeGreaterThan(20)
  expect(making.filter(file => !takesAway.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
