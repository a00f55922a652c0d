import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson } from '#test/factories'
import { fileWith, importFiles, importerOf, problemsOf, stageFiles } from '#test/files/imports'
import { commitSent, sendList } from '#test/files/sent-lists'
import { type TestShop, startTestShop } from '#test/harness'
import { addCategories } from '#services/catalogue'
import { commitImport } from '../commit/commit.server.ts'
import { undoImport } from '../commit/undo.server.ts'
import type { Importer } from '../plan/stage.server.ts'

/** Files of parts that name attributes which the shop lacks, and are to add them. */
let shop: TestShop
let importer: Importer
let admin: Person
beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const csv = (head: string, ...lines: string[]) => `${[`part_number,price,category,${head}`, ...lines].join('\n')}\n`
const options = { createParts: true, createCategories: true, createAttributes: true, source: 'made' }
const stage = async (head: string, ...lines: string[]) =>
  stageFiles(importer, [await fileWith(csv(head, ...lines))], options)
const take = async (head: string, ...lines: string[]) =>
  importFiles(importer, [await fileWith(csv(head, ...lines))], options)
const told = async (row: Awaited<ReturnType<typeof stage>>) =>
  (await problemsOf(importer, row))
    .filter(({ code }) => code.startsWith('attribute-'))
    .map(({ code, field, value, times }) => [code, field, value, times])

async function idOf(category: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from category where full_name = ${category}`.execute(shop.db)
  return rows[0]?.id ?? ''
}
const add = async (category: string, input: object) =>
  (await admin.call('POST', `/categories/${await idOf(category)}/attributes`, input)).body.insertedId

/** The attributes in and below a category. */
async function attributesOf(top: string) {
  const { rows } = await sql<{ category: string; name: string; kind: string; unit: string; choices: string[] }>`
    select category.full_name as category, attribute.name, kind, unit,
      array(select one ->> 'name' from jsonb_array_elements(choices) with ordinality as each (one, at) order by at) as choices
    from attribute join category on category.id = attribute.category_id
    where starts_with(category.full_name || ' > ', ${`${top} > `}) order by category.full_name, attribute.ordinal`.execute(
    shop.db,
  )
  return rows.map(({ category, name, kind, unit, choices }) => [category, name, kind, unit, choices.join('; ')])
}

async function said(part: string): Promise<Record<string, string>> {
  const { rows } = await sql<{
    id: string
  }>`select id from tool where part_number = ${part} and archived_at is null`.execute(shop.db)
  const { attributes } = (await admin.call('GET', `/tools/${rows[0]?.id}`)).body
  return Object.fromEntries(attributes.map(({ name, label }: { name: string; label: string }) => [name, label]))
}

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
    const sent = await sendList(admin, { name: 'filters.csv', content: csv(head, ...lines) }, options)
    expect(await attributesOf('Filters')).toEqual([])
    const { body: changes } = await admin.call('GET', `/imports/${sent._id}/changes`)
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
    const { body: kinds } = await admin.call('GET', `/imports/${sent._id}/problems/kinds`)
    expect(kinds).toContainEqual(
      expect.objectContaining({ code: 'attribute-new', field: 'attribute:Shape', value: 'Filters: choice', rows: 6 }),
    )
    const done = await commitSent(admin, sent._id)
    expect(done).toMatchObject({ state: 'committed', counts: { part: { added: 6, refused: 0 } } })
    expect(await attributesOf('Filters')).toEqual([
      ['Filters', 'Shape', 'choice', '', 'Round; Square'],
      ['Filters', 'Sealed', 'yes-no', '', ''],
      ['Filters', 'Height', 'number', 'mm', ''],
      ['Filters', 'Note', 'text', '', ''],
    ])
    expect(await said('F-1')).toEqual({ Height: '12.5', Shape: 'Round', Sealed: 'yes', Note: 'one' })
    expect(await said('F-2')).toEqual({ Height: '80', Shape: 'Round', Sealed: 'no', Note: 'two' })

    const again = await take(head, ...lines)
    expect(again.counts?.part).toMatchObject({ unchanged: 6, changed: 0, refused: 0 })
    expect(await told(again)).toEqual([])
    await undoImport(shop.system, again.id)
    expect(await attributesOf('Filters')).toHaveLength(4)

    const undone = await undoImport(shop.system, sent._id)
    expect(undone.undo_left).toBeNull()
    expect(await attributesOf('Filters')).toEqual([])
  })

  it('adds none where nobody has asked for it', async () => {
    const [head, ...lines] = filters
    const done = await importFiles(importer, [await fileWith(csv(head, ...lines))], {
      ...options,
      createAttributes: false,
    })
    expect((await told(done)).map(([code, , , times]) => [code, times])).toEqual(
      expect.arrayContaining([['attribute-unknown', 6]]),
    )
    expect(await attributesOf('Filters')).toEqual([])
    // What was kept aside goes in with the next list.
    const asked = await take(head, ...lines)
    expect(asked.counts?.part).toMatchObject({ changed: 6 })
    expect(await said('F-3')).toEqual({ Height: '7', Shape: 'Square', Note: 'three' })
    expect(await undoImport(shop.system, asked.id)).toMatchObject({ undo_left: null })
    expect(await said('F-3')).toEqual({})
    expect(await attributesOf('Filters')).toEqual([])
  })

  it('makes one for each top category where the parts have none in common, and none for parts without one', async () => {
    const done = await take(
      'attribute:Bore (mm)',
      'T-1,5,Pistons > Rings,70',
      'T-2,5,Cylinders,71',
      'T-3,5,,72',
      'T-4,5,Cylinders > Heads,73',
    )
    expect(await attributesOf('Pistons')).toEqual([['Pistons', 'Bore', 'number', 'mm', '']])
    expect(await attributesOf('Cylinders')).toEqual([['Cylinders', 'Bore', 'number', 'mm', '']])
    expect(await told(done)).toEqual([
      ['attribute-new', 'attribute:Bore (mm)', 'Pistons: number', 1],
      ['attribute-new', 'attribute:Bore (mm)', 'Cylinders: number', 2],
      ['attribute-unknown', 'attribute:Bore (mm)', '72', 1],
    ])
    expect(await said('T-4')).toEqual({ Bore: '73' })
  })

  it('makes none twice: a category below that has it keeps it, one above with another unit stands in the way', async () => {
    await addCategories(shop.system, ['Bulbs > Head > Halogen', 'Wheels > Steel'])
    await add('Bulbs > Head > Halogen', { name: 'Power', kind: 'number', unit: 'W' })
    await add('Wheels', { name: 'Width', kind: 'number', unit: 'in' })
    const done = await take(
      'attribute:Power (W),attribute:Width (mm)',
      'B-1,5,Bulbs > Head > Halogen,55,',
      'B-2,5,Bulbs > Head > LED,20,',
      'B-3,5,Bulbs > Rear,5,',
      'B-4,5,Bulbs,1,',
      'W-1,5,Wheels > Steel,,150',
    )
    expect((await attributesOf('Bulbs')).map(([category]) => category)).toEqual([
      'Bulbs > Head > Halogen',
      'Bulbs > Head > LED',
      'Bulbs > Rear',
    ])
    expect(await said('B-1')).toEqual({ Power: '55' })
    expect(await said('B-2')).toEqual({ Power: '20' })
    expect(await told(done)).toEqual(
      expect.arrayContaining([
        ['attribute-new-taken', 'attribute:Power (W)', '1', 1],
        ['attribute-new-taken', 'attribute:Width (mm)', '150', 1],
      ]),
    )
    expect(done.counts?.part).toMatchObject({ added: 5, refused: 0 })
  })

  it('goes by the rows that are not refused alone, whatever it is that refuses them', async () => {
    await addCategories(shop.system, ['Hoses'])
    await add('Hoses', { name: 'Bore', kind: 'number', unit: 'mm' })
    const picture = 'f'.repeat(32)
    const done = await take(
      'attribute:Length (mm),attribute:Bore (mm),pictures',
      'H-1,5,Hoses,100,8,',
      'H-2,5,Hoses,about 90,eight,',
      `H-3,5,Hoses,about 80,,https://elsewhere.example/images/${picture}-640.webp`,
      'H-4,,Hoses,about 70,,',
    )
    expect(done.counts?.part).toMatchObject({ added: 1, refused: 3 })
    expect(await said('H-1')).toEqual({ Bore: '8', Length: '100' })
  })

  it('keeps a column aside that has a unit and words, and says which', async () => {
    const done = await take('attribute:Torque (Nm)', 'N-1,5,Nuts,10', 'N-2,5,Nuts,about 12')
    expect(done.counts?.part).toMatchObject({ added: 2, refused: 0 })
    expect(await told(done)).toEqual([['attribute-new-unit', 'attribute:Torque (Nm)', 'about 12', 2]])
    expect(await attributesOf('Nuts')).toEqual([])
  })

  it('keeps a text aside that no attribute takes, and the others', async () => {
    const long = 'x'.repeat(201)
    const done = await take('attribute:Remark', `R-1,5,Rivets,${long}`, 'R-2,5,Rivets,short')
    expect(await told(done)).toEqual([
      ['attribute-new', 'attribute:Remark', 'Rivets: text', 2],
      ['attribute-new-text', 'attribute:Remark', long, 1],
    ])
    expect([await said('R-1'), await said('R-2')]).toEqual([{}, { Remark: 'short' }])
  })

  it.each([
    ['German', 'ja', 'nein'],
    ['French', 'oui', 'non'],
    ['Polish', 'TAK', 'nie'],
  ])('reads yes and no in %s', async (language, yes, no) => {
    const [one, other] = [`${language}-1`, `${language}-2`]
    const done = await take(
      'attribute:Heated',
      `${one},5,Mirrors ${language},${yes}`,
      `${other},5,Mirrors ${language},${no}`,
    )
    expect(done.counts?.part).toMatchObject({ added: 2, refused: 0 })
    expect(await attributesOf(`Mirrors ${language}`)).toMatchObject([[{}, 'Heated', 'yes-no', '', '']])
    expect([await said(one), await said(other)]).toEqual([{ Heated: 'yes' }, { Heated: 'no' }])
  })

  it('lets parts keep what they say of attributes that a file of categories makes with them', async () => {
    const files = [
      await fileWith(csv('attribute:Teeth,attribute:Material', 'G-1,5,Gears,12,Brass', 'G-2,5,Gears,13,steel')),
      await fileWith(
        'category,attribute_name,attribute_kind,attribute_choices\nGears,Teeth,number,\nGears,Material,choice,Steel; Brass\n',
        'categories.csv',
      ),
    ]
    // They were asked for by the file, so parts keep them whether or not others are to be added.
    const done = await importFiles(importer, files, { ...options, createAttributes: false })
    expect(await told(done)).toEqual([])
    expect(await said('G-1')).toEqual({ Teeth: '12', Material: 'Brass' })
    expect(await said('G-2')).toEqual({ Teeth: '13', Material: 'Steel' })
    expect(await undoImport(shop.system, done.id)).toMatchObject({ undo_left: null })
    expect(await attributesOf('Gears')).toEqual([])
  })
})

describe('an attribute that somebody has made or changed meanwhile', () => {
  it('is used where kind and unit agree', async () => {
    await addCategories(shop.system, ['Valves > Inlet'])
    const staged = await stage('attribute:Stem (mm)', 'V-1,5,Valves > Inlet,6')
    await add('Valves', { name: 'Stem', kind: 'number', unit: 'mm' })
    const done = await commitImport(importer, staged.id)
    expect(await attributesOf('Valves')).toEqual([['Valves', 'Stem', 'number', 'mm', '']])
    expect(await told(done)).toEqual([])
    expect(await said('V-1')).toEqual({ Stem: '6' })
    await undoImport(shop.system, done.id)
    expect(await attributesOf('Valves')).toHaveLength(1)
  })

  it('keeps the values aside where it is another kind, and refuses no row', async () => {
    await addCategories(shop.system, ['Springs'])
    const staged = await stage('attribute:Colour', 'S-1,5,Springs,red', 'S-2,5,Springs,sky blue')
    await add('Springs', { name: 'Colour', kind: 'number' })
    const done = await commitImport(importer, staged.id)
    expect(done.counts?.part).toMatchObject({ added: 2, refused: 0 })
    expect(await told(done)).toEqual([['attribute-new-taken', 'attribute:Colour', 'red', 2]])
    expect(await said('S-1')).toEqual({})
  })

  it('by another import is used by the second of two, which then makes none', async () => {
    const [head, ...lines] = ['attribute:Grit', 'P-1,5,Paper,80', 'P-2,5,Paper,120'] as const
    const [one, two] = [await stage(head, ...lines), await stage(head, ...lines.map(line => line.replace('P-', 'Q-')))]
    await Promise.all([one, two].map(({ id }) => commitImport(importer, id)))
    expect(await attributesOf('Paper')).toEqual([['Paper', 'Grit', 'number', '', '']])
    expect([await said('P-1'), await said('Q-2')]).toEqual([{ Grit: '80' }, { Grit: '120' }])
    // The other one's parts have values of it, so it stays, and is listed.
    const made = await sql<{ import_id: string }>`
      select import_id from import_change where subject = 'attribute' and before ->> 'full_name' = 'Paper: Grit'`.execute(
      shop.db,
    )
    expect(made.rows).toHaveLength(1)
    const undone = await undoImport(shop.system, made.rows[0]?.import_id ?? '')
    expect(undone.undo_left?.first).toEqual(expect.arrayContaining([{ what: 'Paper: Grit', why: 'attribute-used' }]))
    expect(await attributesOf('Paper')).toHaveLength(1)
  })

  it('stays when the import is undone, and is listed, where somebody has worked on it', async () => {
    const done = await take('attribute:Thread', 'K-1,5,Screws,M6', 'K-2,5,Screws,M8')
    const { rows } = await sql<{ id: string }>`select id from attribute where name = 'Thread'`.execute(shop.db)
    await admin.call('PUT', `/attributes/${rows[0]?.id}`, { name: 'Threads', version: 1 })
    expect(await undoImport(shop.system, done.id)).toMatchObject({
      undo_left: {
        first: [
          { what: 'Screws', why: 'category-used' },
          { what: 'Screws: Thread', why: 'attribute-used' },
        ],
      },
    })
    expect(await attributesOf('Screws')).toMatchObject([[{}, 'Threads', 'text', '', '']])
  })

  it('leaves nothing where the commit dies on the way', async () => {
    await addCategories(shop.system, ['Rods', 'Tubes'])
    const staged = await stage('attribute:Straight', 'D-1,5,Rods,yes')
    const gone = await stage('attribute:Straight', 'D-2,5,Tubes,yes')
    await sql`delete from category where full_name = 'Tubes'`.execute(shop.db)
    await commitImport(importer, gone.id)
    expect(await attributesOf('Tubes')).toHaveLength(1)
    await sql`
      create function refuse_rods() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger refuse_rods before insert on tool for each row when (new.part_number = 'D-1') execute function refuse_rods()`.execute(
      shop.db,
    )
    await expect(commitImport(importer, staged.id)).rejects.toThrow('no')
    expect(await attributesOf('Rods')).toEqual([])
    await sql`drop trigger refuse_rods on tool`.execute(shop.db)
    expect(await commitImport(importer, staged.id)).toMatchObject({ state: 'committed' })
    expect(await said('D-1')).toEqual({ Straight: 'yes' })
  })
})

it('is of those alone who may add attributes by hand', async () => {
  await sql`insert into account_role (key, name, permissions) values ('files', 'Files', '{imports}'),
    ('both', 'Both', '{imports,catalogue}')`.execute(shop.db)
  await take('attribute:Weight class', 'Z-1,5,Zinc,A1')
  const list = { name: 'list.csv', content: 'part_number,attribute:Alloy\nZ-1,Z5\n' }
  const refused = await sendList(await createPerson(shop, 'files'), list, { createAttributes: true })
  expect(refused).toMatchObject({ state: 'failed' })
  expect(refused.failure).toContain('new attributes')
  // Kept aside, they are nobody's promise.
  expect(await sendList(await createPerson(shop, 'files'), list)).toMatchObject({ state: 'staged' })
  const staff = await createPerson(shop, 'both')
  const sent = await sendList(staff, list, { createAttributes: true })
  expect(await commitSent(staff, sent._id)).toMatchObject({ state: 'committed' })
  expect(await said('Z-1')).toMatchObject({ Alloy: 'Z5' })
})
