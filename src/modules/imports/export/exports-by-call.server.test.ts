import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, createPerson } from '#test/factories'
import { fileWith, importFiles, importerOf } from '#test/files/imports'
import { mostWorkbookRows } from '#kernel/tables/written-files'
import { requireWorkbookLength } from '#platform/files/written'
import { type TestShop, startTestShop } from '#test/harness'

/** What two sources say of the same parts, as calls give it. */

let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
  await sql`with m as (insert into make (name) values ('Halden') returning id),
      o as (insert into model (make_id, name) select id, 'Rook' from m returning id)
    insert into vehicle (year, model_id) select year, id from o, generate_series(2001, 2003) year`.execute(shop.db)
  const importer = importerOf(shop)
  const file = (...lines: string[]) => fileWith(lines.join('\n'))
  await importFiles(importer, [await file('brand,part_number,price', 'Acme,A-1,5.00', 'Acme,A-2,6.00')], {
    createParts: true,
    source: 'parts',
  })
  const numbers = (...lines: string[]) => file('brand,part_number,kind,number,number_brand', ...lines)
  const fits = (...lines: string[]) => file('brand,part_number,year,make,model,fits', ...lines)
  for (const [source, files] of [
    [
      'First',
      [
        await numbers('Acme,A-1,oem,11 22,Halden', 'Acme,A-1,supersedes,A-0,'),
        await fits('Acme,A-1,2001,Halden,Rook,yes', 'Acme,A-2,2002,Halden,Rook,yes'),
      ],
    ],
    [
      'Second',
      [
        await numbers('Acme,A-1,oem,1122,Halden', 'Acme,A-2,oem,33,'),
        await fits('Acme,A-1,2001,Halden,Rook,no', 'Acme,A-2,2002,Halden,Rook,yes'),
      ],
    ],
  ] as const)
    await importFiles(importer, [...files], { source })
})
afterAll(() => shop.close())

const rows = async (path: string): Promise<string[][]> => (await admin.call('GET', path)).body

it('says once what several sources say, and by itself what one of them says', async () => {
  expect(await admin.call('GET', '/export-sources')).toMatchObject({ body: ['First', 'Second'] })
  const number = (part: string, kind: string, value: string, whose = '') => ['Acme', part, kind, value, whose, '']
  const replaced = number('A-1', 'supersedes', 'A-0')
  expect(await rows('/exports/numbers')).toEqual([
    number('A-1', 'oem', '11 22', 'Halden'),
    number('A-2', 'oem', '33'),
    replaced,
  ])
  expect(await rows('/exports/numbers?source=second')).toEqual([
    number('A-1', 'oem', '1122', 'Halden'),
    number('A-2', 'oem', '33'),
  ])
  expect(await rows('/exports/numbers?source=First')).toEqual([number('A-1', 'oem', '11 22', 'Halden'), replaced])
  const vehicle = ['Halden', 'Rook', '', '', '']
  const fitting = (part: string, year: string, fits: string) => ['Acme', part, year, ...vehicle, fits, '', '']
  expect(await rows('/exports/fitment')).toEqual([fitting('A-1', '2001', 'no'), fitting('A-2', '2002', 'yes')])
  expect(await rows('/exports/fitment?source=First')).toEqual([
    fitting('A-1', '2001', 'yes'),
    fitting('A-2', '2002', 'yes'),
  ])
})

it.each(['numbers', 'fitment'])('has every row of %s once, page by page', async kind => {
  const all = await rows(`/exports/${kind}?source=First`)
  const walked: string[][] = []
  let query: string | undefined = '?source=First&limit=1'
  while (query !== undefined) {
    const { body, headers } = await admin.call('GET', `/exports/${kind}${query}`)
    walked.push(...body)
    expect(headers.get('x-total-count')).toBe(String(all.length))
    query = /\?[^>]*/.exec(headers.get('link') ?? '')?.[0]
  }
  expect(walked).toEqual(all)
})

it.each([
  '/exports/numbers?source=Third',
  '/exports/fitment/file?language=d_e',
  '/exports/parts/workbook?language=-',
  '/exports/numbers?after=1-2-3',
  '/exports/fitment?after=n1',
  '/exports/vehicles?after=zz-00',
  '/exports/vehicles?after=00-00',
])('%s is refused with a sentence', async path => {
  expect(await admin.call('GET', path)).toMatchObject({ status: 400 })
})

it('sends a workbook as one', async () => {
  const answer = await fetch(`${shop.address}/api/exports/stock/workbook?language=de`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(answer.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
})

it('refuses what is too long for a workbook, and says that CSV takes it', async () => {
  await sql`insert into vehicle_alias (system, external_id, vehicle_id)
    select 'long', i, (select min(id) from vehicle) from generate_series(1, ${mostWorkbookRows}) i`.execute(shop.db)
  await requireWorkbookLength(shop.system, sql`vehicle_alias`)
  await sql`insert into vehicle_alias (system, external_id, vehicle_id) select 'more', 1, min(id) from vehicle`.execute(
    shop.db,
  )
  expect(await admin.call('GET', '/exports/vehicles/workbook')).toMatchObject({
    status: 409,
    body: { code: 'export-too-long', message: expect.stringContaining('Take the CSV file.') },
  })
})
