// Prints what the shop is made of, as CycloneDX: every package that a shop in production installs, from the lock file. npm's
// own command stops at a package that the project overrides on purpose.
import { readFileSync } from 'node:fs'
import { billOf } from './bill-of-materials.mjs'

const read = name => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))
process.stdout.write(`${JSON.stringify(billOf(read('package.json'), read('package-lock.json')), null, 2)}\n`)
