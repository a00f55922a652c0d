import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestShop, startTestShop } from '#test/harness'
import { catalogueNow, fileWith, importFiles, importerOf, problemsOf, stageFiles } from '#test/files/imports'
import { undoImport } from '../commit/undo.server.ts'
import type { Importer } from '../plan/stage.server.ts'

let shop: TestShop
let importer: Importer
beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
})
afterAll(() => shop.close())

const numbersNow = async () =>
  (
    await sql<{ number: string }>`
    select part_number || ' ' || kind || ' ' || value as number from part_number join tool on ordinal = tool_ordinal
    where kind <> 'own' and archived_at is null order by 1`.execute(shop.db)
  ).rows.map(({ number }) => number)
const replacedNow = async () =>
  (
    await sql<{ said: string }>`
    select brand || ' ' || old_number || ' by ' || new_number as said from supersession order by 1`.execute(shop.db)
  ).rows.map(({ said }) => said)

it('a list of parts brings the numbers of its parts, as a list of numbers does, and undoing takes them back', async () => {
  const before = await catalogueNow(importer)
  const path = await fileWith(
    `brand,part_number,price,gtin,oem,cross_reference,successor
Acme,C-1,3.00,4006381333931,04465-02220; 04465-02230,MX 889-A,C-2
Acme,C-2,3.00,,04465-02220,,
`,
  )
  const done = await importFiles(importer, [path], { source: 'list', createParts: true })
  expect(done.counts).toMatchObject({ part: { added: 2 }, number: { added: 6, refused: 0 } })
  expect(await numbersNow()).toEqual([
    'C-1 gtin 04006381333931',
    'C-1 interchange MX 889-A',
    'C-1 oem 04465-02220',
    'C-1 oem 04465-02230',
    'C-2 oem 04465-02220',
  ])
  expect(await replacedNow()).toEqual(['Acme C-1 by C-2'])
  const again = await stageFiles(importer, [path], { source: 'list', createParts: true })
  expect(again.counts).toMatchObject({ part: { unchanged: 2 }, number: { added: 0, changed: 0, unchanged: 6 } })
  await undoImport(shop.system, done.id)
  expect(await catalogueNow(importer)).toEqual(before)
})

it('numbers of a part that the shop does not sell are told with their part, once', async () => {
  const path = await fileWith('brand,part_number,price,oem\nAcme,X-1,3.00,04465;04466\n')
  const staged = await stageFiles(importer, [path], { source: 'list' })
  expect(staged.counts).toMatchObject({ part: { refused: 1 }, number: { added: 0, refused: 2 } })
  expect(await problemsOf(importer, staged)).toMatchObject([{ code: 'part-unknown', times: 1 }])
})
