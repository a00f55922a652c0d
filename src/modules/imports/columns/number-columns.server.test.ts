import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestShop, startTestShop } from '#test/harness'
import { catalogueNow, fileWith, importFiles, importerOf, problemsOf, stageFiles } from '#test/files/imports'
import { undoImport } from '../commit/undo.server.ts'
import type { Importer } from '../preview/stage.server.ts'

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
    await sql<{ line: string }>`
    select brand || ' ' || old_number || ' by ' || new_number as line from supersession order by 1`.execute(shop.db)
  ).rows.map(({ line }) => line)

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

it('numbers go the way of the row that says them: those of refused rows stay as they are, in a full list, too', async () => {
  const head = 'brand,part_number,price,category,oem,successor'
  const first = await fileWith(`${head}\nRefused,R-1,3.00,,OE 1,R-9\nRefused,R-2,3.00,,OE 2,\n`)
  await importFiles(importer, [first], { source: 'refused', createParts: true })
  const ofSource = async () => (await numbersNow()).filter(number => number.startsWith('R-'))
  expect(await ofSource()).toEqual(['R-1 oem OE 1', 'R-2 oem OE 2'])

  const wrong = await fileWith(
    `${head}\nRefused,R-1,4.00,Nowhere,OE 1;OE 3,R-8\nRefused,R-2,4.00,,OE 4,\nRefused,R-2,5.00,,OE 5,R-7\n`,
  )
  const done = await importFiles(importer, [wrong], { source: 'refused', full: true, allowRemoval: true })
  // OE 2 is what the list no longer has.
  expect(done.counts).toMatchObject({
    part: { changed: 1, refused: 2 },
    number: { added: 1, removed: 1, refused: 5 },
  })
  expect(await ofSource()).toEqual(['R-1 oem OE 1', 'R-2 oem OE 4'])
  expect((await replacedNow()).filter(line => line.startsWith('Refused'))).toEqual(['Refused R-1 by R-9'])

  const last = await importFiles(importer, [wrong], { source: 'refused', twice: 'last' })
  expect(last.counts).toMatchObject({ number: { added: 2 } })
  expect(await ofSource()).toEqual(['R-1 oem OE 1', 'R-2 oem OE 4', 'R-2 oem OE 5'])
})

it('a row whose GTIN is none goes in without it, and its part keeps the GTIN that it had, in a full list, too', async () => {
  const head = 'brand,part_number,price,gtin,country_of_origin,oem'
  const gtins = async () => (await numbersNow()).filter(number => number.startsWith('G-') && number.includes(' gtin '))
  const first = await fileWith(`${head}\nGt,G-1,3.00,96385074,DE,OE 1\nGt,G-2,3.00,4012345678901,DE,OE 2\n`)
  await importFiles(importer, [first], { source: 'gtins', createParts: true })
  const before = ['G-1 gtin 00000096385074', 'G-2 gtin 04012345678901']
  expect(await gtins()).toEqual(before)

  const wrong = await fileWith(`${head}\nGt,G-1,4.00,9.63851E+07,Atlantis,OE 1\nGt,G-2,5.00,4012345678902,PL,OE 2\n`)
  for (const full of [false, true]) {
    const done = await importFiles(importer, [wrong], { source: 'gtins', full, allowRemoval: true })
    expect(done.counts).toMatchObject({
      part: { changed: full ? 0 : 2, refused: 0 },
      number: { added: 0, removed: 0, refused: 0 },
    })
    expect(done.files).toEqual([expect.not.objectContaining({ kept: expect.anything() })])
    expect(await gtins()).toEqual(before)
    expect(await problemsOf(importer, done)).toMatchObject([
      { line: 2, field: 'gtin', code: 'gtin-left-out', value: '9.63851E+07' },
      { line: 2, field: 'country_of_origin', code: 'country-left-out', value: 'Atlantis' },
      { line: 3, field: 'gtin', code: 'gtin-left-out', value: '4012345678902' },
    ])
  }
  const { rows } = await sql`
    select part_number, price, country_of_origin from tool where part_number like 'G-%' order by 1`.execute(shop.db)
  expect(rows).toEqual([
    { part_number: 'G-1', price: 400, country_of_origin: 'DE' },
    { part_number: 'G-2', price: 500, country_of_origin: 'PL' },
  ])
  // What the list no longer has goes, all the same.
  const none = await fileWith(`${head}\nGt,G-1,4.00,9.63851E+07,,OE 1\nGt,G-2,5.00,,,OE 2\n`)
  const last = await importFiles(importer, [none], { source: 'gtins', full: true, allowRemoval: true })
  expect(last.counts).toMatchObject({ number: { removed: 1 } })
  expect(await gtins()).toEqual(before.slice(0, 1))
})

it('a GTIN that is left out of a part that the shop does not sell is no refused number', async () => {
  const path = await fileWith('brand,part_number,price,gtin\nGt,G-9,3.00,1\n')
  const staged = await stageFiles(importer, [path], { source: 'list' })
  expect(staged.counts).toMatchObject({ part: { refused: 1 }, number: { refused: 0 } })
})

const head = 'brand,part_number,price,oem,successor'
const linesOf = async (part: string) => [
  ...(await numbersNow()).filter(number => number.startsWith(part)),
  ...(await replacedNow()).filter(line => line.includes(part)),
]

it('a row that is refused while it is read leaves its part the numbers that a full list gave it', async () => {
  const rows = ['Held,H-1,3.00,OE 1,H-9', 'Held,H-2,3.00,OE 2,H-8', 'Held,H-3,3.00,OE 3,H-7']
  await importFiles(importer, [await fileWith(`${head}\n${rows.join('\n')}\n`)], { source: 'held', createParts: true })
  const all = ['H-1 oem OE 1', 'H-2 oem OE 2', 'H-3 oem OE 3', 'Held H-1 by H-9', 'Held H-2 by H-8', 'Held H-3 by H-7']
  expect(await linesOf('H-')).toEqual(all)

  const wrong = await fileWith(`${head}\nHeld,h1,none,OE 4,\nHeld,H-2,3.00,OE 2,\n`)
  const done = await importFiles(importer, [wrong], { source: 'held', full: true, allowRemoval: true })
  expect(done).toMatchObject({
    removal: { rows: 3, of: 6 },
    counts: { part: { unchanged: 1, refused: 1 }, number: { unchanged: 1, removed: 3, refused: 0 } },
  })
  expect(await linesOf('H-')).toEqual(['H-1 oem OE 1', 'H-2 oem OE 2', 'Held H-1 by H-9'])
  await undoImport(shop.system, done.id)
  expect(await linesOf('H-')).toEqual(all)

  // Where nobody knows which part a row is about, it may be any that the list seems to lack.
  const unread = await fileWith(`${head}\nHeld,#N/A,3.00,OE 4,\nHeld,H-2,3.00,OE 5,\n`)
  const other = await importFiles(importer, [unread], { source: 'held', full: true, allowRemoval: true })
  expect(other.counts?.number).toMatchObject({ added: 1, removed: 2 })
  expect(await linesOf('H-')).toEqual(
    all.flatMap(line => (line.includes('H-2 by') ? [] : line.replace('OE 2', 'OE 5'))),
  )
  expect((await problemsOf(importer, other)).map(({ code }) => code)).toEqual(['cell-error', 'unlisted-unknown'])
  const numbers = await fileWith('brand,part_number,kind,number\nHeld,H-1,gtin,1\nHeld,H-2,oem,OE 5\n')
  const alone = await importFiles(importer, [numbers], { source: 'held', full: true, allowRemoval: true })
  expect(alone.counts?.number).toMatchObject({ unchanged: 1, removed: 2, refused: 1 })
  expect(await linesOf('H-')).toEqual(['H-1 oem OE 1', 'H-2 oem OE 5', 'Held H-1 by H-9'])
})

it('a row of a list of numbers that names no part that can be read leaves all numbers that a full list gave', async () => {
  const list = async (...rows: string[]) => [await fileWith(`brand,part_number,kind,number\n${rows.join('\n')}\n`)]
  await importFiles(importer, [await fileWith('brand,part_number,price\nMany,M-1,3.00\nMany,M-2,3.00\n')], {
    source: 'many parts',
    createParts: true,
  })
  const all = ['Many,M-1,oem,OE 1', 'Many,M-1,oem,OE 2', 'Many,M-2,oem,OE 3', 'Many,M-9,supersedes,M-2']
  await importFiles(importer, await list(...all), { source: 'many' })
  const before = await linesOf('M')
  expect(before).toEqual(['M-1 oem OE 1', 'M-1 oem OE 2', 'M-2 oem OE 3', 'Many M-2 by M-9'])
  // A part has many rows of numbers: this one may be of a part that has others in the list.
  const unread = await list('Many,#N/A,oem,OE 2', 'Many,M-1,oem,OE 1', 'Many,M-2,oem,OE 4')
  const done = await importFiles(importer, unread, { source: 'many', full: true, allowRemoval: true })
  expect(done.counts?.number).toMatchObject({ added: 1, removed: 0, refused: 1 })
  expect(await linesOf('M')).toEqual([...before, 'M-2 oem OE 4'].toSorted())
  expect((await problemsOf(importer, done)).map(({ code }) => code)).toEqual(['cell-error', 'unlisted-unknown'])
})

it('a row whose number several parts have leaves each of them its numbers', async () => {
  const list = async (...rows: string[]) => [await fileWith(`${head}\n${rows.join('\n')}\n`)]
  const added = { source: 'twin', createParts: true }
  await importFiles(importer, await list('Twin,TW 1,3.00,OE 1,', 'Twin,TW-2,3.00,OE 3,'), added)
  await sql`
    insert into tool (id, name, description, price, on_hand, minimum_quantity, part_number, brand_id)
    select gen_random_uuid(), name, '', price, 0, 1, 'T-W1', brand_id from tool where part_number = 'TW 1'`.execute(
    shop.db,
  )
  await importFiles(importer, await list('Twin,T-W1,3.00,OE 2,'), added)
  const before = await linesOf('T')
  const full = { source: 'twin', full: true, allowRemoval: true }
  const done = await importFiles(importer, await list('Twin,TW1,4.00,OE 9,', 'Twin,TW-2,3.00,OE 4,'), full)
  expect(done.counts).toMatchObject({ part: { refused: 1 }, number: { added: 1, removed: 1 } })
  expect(await linesOf('T')).toEqual(before.map(line => line.replace('OE 3', 'OE 4')))
})

it('a successor that a part has with other signs is nobody’s, and told', async () => {
  const parts = await fileWith(
    'brand,part_number,price\nSigns,47110,3.00\nSigns,12-34,3.00\nSigns,S-1,3.00\nSigns,S-2,3.00\n',
  )
  await importFiles(importer, [parts], { source: 'signs', createParts: true })
  const listed = await fileWith(
    `brand,part_number,price,successor
Signs,S-1,3.00,4711.0
Signs,S-2,3.00,1234
Signs,S-3,3.00,98.76
Signs,9876,3.00,
Signs,S-4,3.00,55.5
`,
  )
  const replaced = await fileWith(
    'brand,part_number,kind,number\nSigns,S-9,supersedes,12/34\nSigns,S-9,supersedes,S-8\n',
  )
  const done = await importFiles(importer, [listed, replaced], { source: 'signs', createParts: true })
  expect(await problemsOf(importer, done)).toMatchObject(
    ['4711.0', '98.76', '12/34'].map(value => ({ code: 'replaced-unclear', value })),
  )
  expect((await replacedNow()).filter(line => line.startsWith('Signs'))).toEqual([
    'Signs S-2 by 1234',
    'Signs S-4 by 55.5',
    'Signs S-8 by S-9',
  ])
})
