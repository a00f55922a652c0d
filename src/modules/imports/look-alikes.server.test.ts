import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileWith, importFiles, importerOf, problemsOf } from '#test/files/imports'
import { type TestShop, startTestShop } from '#test/harness'
import type { Importer } from './preview/stage.server.ts'

let shop: TestShop
let importer: Importer
beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
})
afterAll(() => shop.close())

/** The numbers of a file that are noted because others look like them; all of them go in. */
async function noted(...numbers: string[]) {
  const lines = numbers.map(number => `${number},Brakemont,5`)
  const file = await fileWith(['part_number,brand,price', ...lines].join('\n'))
  const done = await importFiles(importer, [file], { createParts: true, source: numbers.join() })
  expect(done.counts?.part).toMatchObject({ added: numbers.length, refused: 0 })
  const problems = await problemsOf(importer, done)
  return problems.flatMap(({ code, value }) => (code === 'part-looks-alike' ? [value] : []))
}

describe('a file of parts whose numbers look like others in another alphabet', () => {
  it('says so of those that the shop has, and of those in the file', async () => {
    expect(await noted('BM-88', 'CV-1', 'Ж-5', 'Ц-6')).toEqual([])
    // Cyrillic beside Latin, and Latin beside Greek.
    expect(await noted('ВМ-88')).toEqual(['Brakemont ВМ-88'])
    expect(await noted('ΧΥ-9')).toEqual([])
    expect(await noted('XY-9', 'XY-10')).toEqual(['Brakemont XY-9'])
    expect(await noted('КМ-7', 'KM-7', 'KM-8')).toEqual(['Brakemont КМ-7', 'Brakemont KM-7'])
  })
})
