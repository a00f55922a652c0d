import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { drawSheet, sheetPath } from './icons.ts'

it('the sheet of icons holds exactly what the library draws for their names', async () => {
  expect(await readFile(sheetPath, 'utf8')).toBe(await drawSheet())
})
