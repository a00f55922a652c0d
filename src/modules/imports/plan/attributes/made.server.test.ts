import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AttributeShop, addingAll, partsCsv, startAttributeShop } from '#test/files/attributes'
import { createPerson } from '#test/factories'
import { fileWith, importFiles } from '#test/files/imports'
import { commitSent, sendList } from '#test/files/sent-lists'
import { addCategories } from '#services/catalogue'
import { undoImport } from '../../commit/undo.server.ts'

/** Files of parts that name attributes which the shop lacks, and are to add them. */
let at: AttributeShop
beforeAll(async () => {
  at = await startAttributeShop()
})
afterAll(() => at.shop.close())

const filters = [
  'attribute:Height (mm),attribute:Shape,attribute:Sealed,attribute:Note',
  'F-1,5,Filters > Oil,12.50,Round,yes,one',
  'F-2,5,Filters > Oil,80,round,no,two',
  'F-3,5,Filters > Air,7,Square,,three',
  'F-4,5,Filters > Air,,Square,yes,',
  'F-5,5,Filters > Air,,Square,yes,',
  'F-6,5,Filters > Air,,Round,yes,',
] as const

describe('an import that is to add attributes', () => {
  it('shows them before anybody commits, makes them of the kind that is seen, keeps their values, and takes them back', async () => {
    const [head, ...lines] = filters
    const sent = await sendList(at.admin, { name: 'filters.csv', content: partsCsv(head, ...lines) }, addingAll)
    expect(await at.attributesOf('Filters')).toEqual([])
    const { body: changes } = await at.admin.call('GET', `/imports/${sent._id}/changes`)
    expect(changes.slice(0, 4)).toEqual([
      {
        part: 'Filters',
        name: 'Shape',
        isNew: true,
        parts: 6,
        changes: [
          { column: 'attribute_kind', was: '', becomes: 'choice' },
          { column: 'attribute_choices', was: '', becomes: 'Round; Square' },
        ],
      },
      {
        part: 'Filters',
        name: 'Sealed',
        isNew: true,
        parts: 5,
        changes: [{ column: 'attribute_kind', was: '', becomes: 'yes-no' }],
      },
      {
        part: 'Filters',
        name: 'Height',
        isNew: true,
        parts: 3,
        changes: [
          { column: 'attribute_kind', was: '', becomes: 'number' },
          { column: 'attribute_unit', was: '', becomes: 'mm' },
        ],
      },
      {
        part: 'Filters',
        name: 'Note',
        isNew: true,
        parts: 3,
        changes: [{ column: 'attribute_kind', was: '', becomes: 'text' }],
      },
    ])
    const { body: kinds } = await at.admin.call('GET', `/imports/${sent._id}/problems/kinds`)
    expect(kinds).toContainEqual(
      expect.objectContaining({ code: 'attribute-new', field: 'attribute:Shape', value: 'Filters: choice', rows: 6 }),
    )
    const done = await commitSent(at.admin, sent._id)
    expect(done).toMatchObject({ state: 'committed', counts: { part: { added: 6, refused: 0 } } })
    expect(await at.attributesOf('Filters')).toEqual([
      ['Filters', 'Shape', 'choice', '', 'Round; Square'],
      ['Filters', 'Sealed', 'yes-no', '', ''],
      ['Filters', 'Height', 'number', 'mm', ''],
      ['Filters', 'Note', 'text', '', ''],
    ])
    expect(await at.said('F-1')).toEqual({ Height: '12.5', Shape: 'Round', Sealed: 'yes', Note: 'one' })
    expect(await at.said('F-2')).toEqual({ Height: '80', Shape: 'Round', Sealed: 'no', Note: 'two' })

    const again = await at.take(head, ...lines)
    expect(again.counts?.part).toMatchObject({ unchanged: 6, changed: 0, refused: 0 })
    expect(await at.told(again)).toEqual([])
    await undoImport(at.shop.system, again.id)
    expect(await at.attributesOf('Filters')).toHaveLength(4)

    const undone = await undoImport(at.shop.system, sent._id)
    expect(undone.undo_left).toBeNull()
    expect(await at.attributesOf('Filters')).toEqual([])
  })

  it('makes them in the category that is said of a list without a column of categories', async () => {
    const content = 'Nr;Preis;Breite (mm)\nK-1;5,00;12,5\nK-2;6,00;13\n'
    const columns = ['part_number', 'price', 'attribute:Width (mm)'].map((column, at) => ({
      head: content.split(/[;\n]/)[at],
      column,
    }))
    const fixed = [{ column: 'category', value: 'Belts > Ribbed' }]
    const list = { name: 'belts.csv', content }
    const sent = await sendList(at.admin, list, { ...addingAll, mapping: { columns, fixed } })
    expect(await commitSent(at.admin, sent._id)).toMatchObject({ counts: { part: { added: 2, refused: 0 } } })
    expect(await at.attributesOf('Belts')).toEqual([['Belts > Ribbed', 'Width', 'number', 'mm', '']])
    expect(await at.said('K-1')).toEqual({ Width: '12.5' })
  })

  it('adds none where nobody has asked for it', async () => {
    const [head, ...lines] = filters
    const done = await importFiles(at.importer, [await fileWith(partsCsv(head, ...lines))], {
      ...addingAll,
      createAttributes: false,
    })
    expect((await at.told(done)).map(([code, , , times]) => [code, times])).toEqual(
      expect.arrayContaining([['attribute-unknown', 6]]),
    )
    expect(await at.attributesOf('Filters')).toEqual([])
    // What was kept aside goes in with the next list.
    const next = await at.take(head, ...lines)
    expect(next.counts?.part).toMatchObject({ changed: 6 })
    expect(await at.said('F-3')).toEqual({ Height: '7', Shape: 'Square', Note: 'three' })
    expect(await undoImport(at.shop.system, next.id)).toMatchObject({ undo_left: null })
    expect(await at.said('F-3')).toEqual({})
    expect(await at.attributesOf('Filters')).toEqual([])
  })

  it('makes one for each top category where the parts have none in common, and none for parts without one', async () => {
    const done = await at.take(
      'attribute:Bore (mm)',
      'T-1,5,Pistons > Rings,70',
      'T-2,5,Cylinders,71',
      'T-3,5,,72',
      'T-4,5,Cylinders > Heads,73',
    )
    expect(await at.attributesOf('Pistons')).toEqual([['Pistons', 'Bore', 'number', 'mm', '']])
    expect(await at.attributesOf('Cylinders')).toEqual([['Cylinders', 'Bore', 'number', 'mm', '']])
    expect(await at.told(done)).toEqual([
      ['attribute-new', 'attribute:Bore (mm)', 'Pistons: number', 1],
      ['attribute-new', 'attribute:Bore (mm)', 'Cylinders: number', 2],
      ['attribute-unknown', 'attribute:Bore (mm)', '72', 1],
    ])
    expect(await at.said('T-4')).toEqual({ Bore: '73' })
  })

  it('makes none twice: a category below that has it keeps it, one above with another unit stands in the way', async () => {
    await addCategories(at.shop.system, ['Bulbs > Head > Halogen', 'Wheels > Steel'])
    await at.add('Bulbs > Head > Halogen', { name: 'Power', kind: 'number', unit: 'W' })
    await at.add('Wheels', { name: 'Width', kind: 'number', unit: 'in' })
    const done = await at.take(
      'attribute:Power (W),attribute:Width (mm)',
      'B-1,5,Bulbs > Head > Halogen,55,',
      'B-2,5,Bulbs > Head > LED,20,',
      'B-3,5,Bulbs > Rear,5,',
      'B-4,5,Bulbs,1,',
      'W-1,5,Wheels > Steel,,150',
    )
    expect((await at.attributesOf('Bulbs')).map(([category]) => category)).toEqual([
      'Bulbs > Head > Halogen',
      'Bulbs > Head > LED',
      'Bulbs > Rear',
    ])
    expect(await at.said('B-1')).toEqual({ Power: '55' })
    expect(await at.said('B-2')).toEqual({ Power: '20' })
    expect(await at.told(done)).toEqual(
      expect.arrayContaining([
        ['attribute-new-taken', 'attribute:Power (W)', '1', 1],
        ['attribute-new-taken', 'attribute:Width (mm)', '150', 1],
      ]),
    )
    expect(done.counts?.part).toMatchObject({ added: 5, refused: 0 })
  })

  it('goes by the rows that are not refused alone, whatever it is that refuses them', async () => {
    await addCategories(at.shop.system, ['Hoses'])
    await at.add('Hoses', { name: 'Bore', kind: 'number', unit: '' })
    const picture = 'f'.repeat(32)
    const done = await at.take(
      'attribute:Length (mm),attribute:Bore,pictures',
      'H-1,5,Hoses,100,8,',
      'H-2,5,Hoses,about 90,eight,',
      `H-3,5,Hoses,about 80,,https://elsewhere.example/images/${picture}-640.webp`,
      'H-4,,Hoses,about 70,,',
    )
    expect(done.counts?.part).toMatchObject({ added: 1, refused: 3 })
    expect(await at.said('H-1')).toEqual({ Bore: '8', Length: '100' })
  })

  it('leaves out the few cells of a measure that are no numbers, tells them, and reads the next list alike', async () => {
    const lines = ['L-1,5,Lamps,55', 'L-2,5,Lamps,21', 'L-3,5,Lamps,5', 'L-4,5,Lamps,"60/55"', 'L-5,5,Lamps,10']
    const done = await at.take('attribute:Watts (W)', ...lines)
    expect(done.counts?.part).toMatchObject({ added: 5, refused: 0 })
    expect(await at.told(done)).toEqual([
      ['attribute-new', 'attribute:Watts (W)', 'Lamps: number', 4],
      ['attribute-left-out', 'attribute:Watts (W)', '60/55', 1],
    ])
    expect([await at.said('L-1'), await at.said('L-4')]).toEqual([{ Watts: '55' }, {}])

    const next = await at.take('attribute:Watts (W),attribute:Base', ...lines.map(line => `${line},P43t`), 'L-1,,,x,')
    expect(next.counts?.part).toMatchObject({ changed: 5, refused: 1 })
    expect(await at.told(next)).toEqual([
      ['attribute-new', 'attribute:Base', 'Lamps: choice', 5],
      ['attribute-left-out', 'attribute:Watts (W)', '60/55', 1],
    ])
    expect([await at.said('L-1'), await at.said('L-4')]).toEqual([{ Watts: '55', Base: 'P43t' }, { Base: 'P43t' }])
  })

  it('keeps the measures of a column of which most cells are two, and tells the others', async () => {
    const two = ['P-2', 'P-3', 'P-4'].map(part => `${part},5,Pipes,60/55`)
    const done = await at.take('attribute:Length [mm]', 'P-1,5,Pipes,58', ...two)
    expect(done.counts?.part).toMatchObject({ added: 4, refused: 0 })
    expect(await at.told(done)).toEqual([
      ['attribute-new', 'attribute:Length [mm]', 'Pipes: number', 1],
      ['attribute-left-out', 'attribute:Length [mm]', '60/55', 3],
    ])
    expect([await at.said('P-1'), await at.said('P-2')]).toEqual([{ Length: '58' }, {}])
  })

  it('keeps a column aside that has a unit and words, and says which', async () => {
    const done = await at.take('attribute:Torque (Nm)', 'N-1,5,Nuts,10', 'N-2,5,Nuts,about 12')
    expect(done.counts?.part).toMatchObject({ added: 2, refused: 0 })
    expect(await at.told(done)).toEqual([['attribute-new-unit', 'attribute:Torque (Nm)', 'about 12', 2]])
    expect(await at.attributesOf('Nuts')).toEqual([])
  })

  it('keeps a text aside that no attribute takes, and the others', async () => {
    const long = 'x'.repeat(201)
    const done = await at.take('attribute:Remark', `R-1,5,Rivets,${long}`, 'R-2,5,Rivets,short')
    expect(await at.told(done)).toEqual([
      ['attribute-new', 'attribute:Remark', 'Rivets: text', 2],
      ['attribute-new-text', 'attribute:Remark', long, 1],
    ])
    expect([await at.said('R-1'), await at.said('R-2')]).toEqual([{}, { Remark: 'short' }])
  })

  it.each([
    ['German', 'ja', 'nein'],
    ['French', 'oui', 'non'],
    ['Polish', 'TAK', 'nie'],
  ])('reads yes and no in %s', async (language, yes, no) => {
    const [one, other] = [`${language}-1`, `${language}-2`]
    const done = await at.take(
      'attribute:Heated',
      `${one},5,Mirrors ${language},${yes}`,
      `${other},5,Mirrors ${language},${no}`,
    )
    expect(done.counts?.part).toMatchObject({ added: 2, refused: 0 })
    expect(await at.attributesOf(`Mirrors ${language}`)).toMatchObject([[{}, 'Heated', 'yes-no', '', '']])
    expect([await at.said(one), await at.said(other)]).toEqual([{ Heated: 'yes' }, { Heated: 'no' }])
  })

  it('keeps the later file’s word of a part that two files name', async () => {
    const files = [
      await fileWith(partsCsv('attribute:Pins,attribute:Series', 'E-1,5,Plugs,2,old')),
      await fileWith(partsCsv('attribute:Pins', 'E-1,5,Plugs,3')),
    ]
    await importFiles(at.importer, files, addingAll)
    expect(await at.said('E-1')).toEqual({ Pins: '3', Series: 'old' })
  })

  it('lets parts keep what they say of attributes that a file of categories makes with them', async () => {
    const files = [
      await fileWith(partsCsv('attribute:Teeth,attribute:Material', 'G-1,5,Gears,12,Brass', 'G-2,5,Gears,13,steel')),
      await fileWith(
        'category,attribute_name,attribute_kind,attribute_choices\nGears,Teeth,number,\nGears,Material,choice,Steel; Brass\n',
        'categories.csv',
      ),
    ]
    // They were asked for by the file, so parts keep them whether or not others are to be added.
    const done = await importFiles(at.importer, files, { ...addingAll, createAttributes: false })
    expect(await at.told(done)).toEqual([])
    expect(await at.said('G-1')).toEqual({ Teeth: '12', Material: 'Brass' })
    expect(await at.said('G-2')).toEqual({ Teeth: '13', Material: 'Steel' })
    expect(await undoImport(at.shop.system, done.id)).toMatchObject({ undo_left: null })
    expect(await at.attributesOf('Gears')).toEqual([])
  })
})

it('is of those alone who may add attributes by hand', async () => {
  await sql`insert into account_role (key, name, permissions) values ('files', 'Files', '{imports}'),
    ('both', 'Both', '{imports,catalogue}')`.execute(at.shop.db)
  await at.take('attribute:Weight class', 'Z-1,5,Zinc,A1')
  const list = { name: 'list.csv', content: 'part_number,attribute:Alloy\nZ-1,Z5\n' }
  const refused = await sendList(await createPerson(at.shop, 'files'), list, { createAttributes: true })
  expect(refused).toMatchObject({ state: 'failed' })
  expect(refused.failure).toContain('new attributes')
  // Kept aside, they are nobody's promise.
  expect(await sendList(await createPerson(at.shop, 'files'), list)).toMatchObject({ state: 'staged' })
  const staff = await createPerson(at.shop, 'both')
  const sent = await sendList(staff, list, { createAttributes: true })
  expect(await commitSent(staff, sent._id)).toMatchObject({ state: 'committed' })
  expect(await at.said('Z-1')).toMatchObject({ Alloy: 'Z5' })
})
