import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, toolOf } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { givenPicture } from '#test/files/pictures'
import { addCategories } from '../categories/add.server.ts'
import type { Attribute } from './attributes.contract.ts'

let shop: TestShop
let admin: Person
let picture: string
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
  picture = await givenPicture(admin)
})
afterAll(() => shop.close())

/** Categories by their names, all below one of their own. */
async function givenTree(top: string, ...paths: string[]): Promise<(name: string) => string> {
  await addCategories(
    shop.system,
    paths.map(path => `${top} ${path}`),
  )
  const rows = await shop.db.selectFrom('category').select(['id', 'full_name']).execute()
  return name => rows.find(row => row.full_name === `${top} ${name}`)?.id ?? ''
}

const add = (category: string, input: object, headers?: Record<string, string>) =>
  admin.call('POST', `/categories/${category}/attributes`, input, headers)
const number = (name: string, unit = 'mm') => ({ name, kind: 'number', unit })
const choice = (name: string, ...choices: string[]) => ({ name, kind: 'choice', choices })
async function given(category: string, input: object): Promise<string> {
  const { status, body } = await add(category, input)
  expect(body).toMatchObject({ insertedId: expect.any(String) })
  expect(status).toBe(200)
  return body.insertedId
}
const list = async (category: string): Promise<Attribute[]> =>
  (await admin.call('GET', `/categories/${category}/attributes`)).body
const namesIn = async (category: string) => (await list(category)).map(({ name }) => name)

async function toolIn(category: string, attributes: object): Promise<string> {
  const tool = toolOf(picture, { category, attributes })
  const { status, body } = await admin.call('POST', '/tools', tool)
  expect(body).toMatchObject({ insertedId: expect.any(String) })
  expect(status).toBe(200)
  return body.insertedId
}
const labelsOf = async (tool: string): Promise<Record<string, string>> => {
  const { attributes } = (await admin.call('GET', `/tools/${tool}`)).body
  return Object.fromEntries(attributes.map(({ name, label }: { name: string; label: string }) => [name, label]))
}
async function change(tool: string, more: object) {
  const { body } = await admin.call('GET', `/tools/${tool}`)
  const { name, description, price, minimumQuantity, img, version, category } = body
  const rest = { name, description, price: String(price), minimumQuantity, img, version }
  return admin.call('PUT', `/tools/${tool}`, { ...rest, category: category?._id, ...more })
}
const refusedField = (field: string, message?: string) => ({
  status: 400,
  body: { code: 'invalid-input', errors: [{ field, ...(message && { message }) }] },
})

describe('an attribute', () => {
  it('belongs to the tools of its category and of all below it, in the owner’s order', async () => {
    const id = await givenTree('Listed', 'Top > Low', 'Other')
    const width = await given(id('Top > Low'), number('Width'))
    await given(id('Top'), choice('Material', 'Steel', 'Brass'))
    const height = await given(id('Top > Low'), number('Height'))
    expect(await namesIn(id('Top > Low'))).toEqual(['Material', 'Width', 'Height'])
    expect(await namesIn(id('Top'))).toEqual(['Material'])
    expect(await namesIn(id('Other'))).toEqual([])
    const place = (before: string | null) => admin.call('PUT', `/attributes/${height}/place`, { before })
    expect(await place(width)).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    expect(await place(width)).toMatchObject({ status: 200, body: { modifiedCount: 0 } })
    expect(await namesIn(id('Top > Low'))).toEqual(['Material', 'Height', 'Width'])
    await place(null)
    expect(await namesIn(id('Top > Low'))).toEqual(['Material', 'Width', 'Height'])
    const [inherited] = await list(id('Top > Low'))
    expect(inherited).toMatchObject({
      slug: 'material',
      kind: 'choice',
      unit: '',
      choices: [
        { slug: 'steel', name: 'Steel' },
        { slug: 'brass', name: 'Brass' },
      ],
      category: { _id: expect.any(String), slug: 'listed-top', fullName: 'Listed Top' },
    })
    for (const before of [inherited?._id ?? '', undefined, 'x', 3])
      expect(await place(before as string)).toMatchObject(refusedField('before'))
  })

  it('has a name of its own on the way down, also where many add one at once', async () => {
    const id = await givenTree('Named', 'Top > Middle > Low', 'Top > Beside')
    await given(id('Top > Middle'), number('Width'))
    for (const place of ['Top', 'Top > Middle', 'Top > Middle > Low'])
      expect(await add(id(place), number('WIDTH!'))).toMatchObject(refusedField('name'))
    await given(id('Top > Beside'), number('Width'))
    const answers = await Promise.all(
      ['Top', 'Top > Middle', 'Top > Middle > Low', 'Top', 'Top > Middle > Low'].map(place =>
        add(id(place), number('Bore')),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4)
    const key = { 'idempotency-key': 'once' }
    const twice = [await add(id('Top'), number('Depth'), key), await add(id('Top'), number('Depth'), key)]
    expect(twice[0]?.body).toEqual(twice[1]?.body)
    expect(await add('01900000-0000-7000-8000-000000000000', number('Any'))).toMatchObject({ status: 404 })
  })

  it('is one of thirty at most in a category', async () => {
    const id = await givenTree('Many', 'One')
    await Promise.all(Array.from({ length: 33 }, (_, at) => add(id('One'), number(`Size ${at}`))))
    expect(await namesIn(id('One'))).toHaveLength(30)
    expect(await add(id('One'), number('More'))).toMatchObject({ status: 409, body: { code: 'too-many-attributes' } })
  })

  it('is changed on the version that was read, and says how many tools would lose a choice or a value', async () => {
    const id = await givenTree('Changed', 'One > Two')
    const material = await given(id('One'), choice('Material', 'Steel', 'Brass', 'Zinc'))
    const [steel, brass] = [
      await toolIn(id('One > Two'), { material: 'Steel' }),
      await toolIn(id('One'), { material: 'brass' }),
    ]
    const put = (body: object) => admin.call('PUT', `/attributes/${material}`, body)
    const choices = [{ slug: 'brass', name: 'Bronze' }, { name: 'Tin' }]
    const renamed = { name: 'Metal', choices, version: 1 }
    expect(await put(renamed)).toMatchObject({
      status: 409,
      body: {
        code: 'values-lost',
        message: 'A tool has a value that would be lost. Say so again to go on.',
      },
    })
    expect(await put({ ...renamed, values: 1 })).toMatchObject({ status: 200, body: { modifiedCount: 1, version: 2 } })
    expect(await put({ ...renamed, values: 1 })).toMatchObject({ status: 200, body: { modifiedCount: 0, version: 2 } })
    expect(await put({ ...renamed, name: 'Alloy' })).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } })
    expect([await labelsOf(steel), await labelsOf(brass)]).toEqual([{}, { Metal: 'Bronze' }])
    // A choice of the name that went is another one.
    const again = { name: 'Metal', choices: [{ slug: 'bronze', name: 'Bronze' }, { name: 'Steel' }], version: 2 }
    expect(await put(again)).toMatchObject({ status: 200 })
    expect(await put({ ...again, version: 3, choices })).toMatchObject(refusedField('choices'))
    expect(await labelsOf(steel)).toEqual({})
    const remove = (query = '') => admin.call('DELETE', `/attributes/${material}${query}`)
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'values-lost' } })
    expect(await remove('?values=1')).toMatchObject({ status: 200, body: { deletedCount: 1 } })
    expect(await remove()).toMatchObject({ status: 404, body: { code: 'attribute-gone' } })
    await given(id('One'), choice('Metal', 'Bronze', 'Tin'))
    expect(await labelsOf(brass)).toEqual({})
  })

  it('leaves a line in the trail for each of these', async () => {
    const id = await givenTree('Trail', 'One')
    const [first, second] = [await given(id('One'), number('Width')), await given(id('One'), number('Height'))]
    await admin.call('PUT', `/attributes/${second}`, { name: 'Tallness', version: 1 })
    await admin.call('PUT', `/attributes/${second}/place`, { before: first })
    await admin.call('DELETE', `/attributes/${second}`)
    const { rows } = await sql<{ action: string }>`
      select action from audit where subject_id = ${second} order by id`.execute(shop.db)
    expect(rows.map(({ action }) => action)).toEqual(
      ['added', 'changed', 'moved', 'removed'].map(what => `attribute.${what}`),
    )
  })
})

describe('what a tool says', () => {
  it('is judged, kept, and shown in the order of the attributes', async () => {
    const id = await givenTree('Said', 'Top > Low')
    await given(id('Top > Low'), number('Outer diameter'))
    await given(id('Top'), choice('Material', 'Cast iron', 'Steel'))
    await given(id('Top'), { name: 'Coated', kind: 'yes-no' })
    await given(id('Top'), { name: 'Thread', kind: 'text' })
    const tool = await toolIn(id('Top > Low'), {
      'outer-diameter': '0280.50',
      material: 'cast iron',
      coated: true,
      thread: ' M12 × 1.5 ',
    })
    expect((await admin.call('GET', `/tools/${tool}`)).body.attributes).toEqual([
      { slug: 'material', name: 'Material', kind: 'choice', unit: '', value: 'cast-iron', label: 'Cast iron' },
      { slug: 'coated', name: 'Coated', kind: 'yes-no', unit: '', value: 'yes', label: 'yes' },
      { slug: 'thread', name: 'Thread', kind: 'text', unit: '', value: 'M12 × 1.5', label: 'M12 × 1.5' },
      { slug: 'outer-diameter', name: 'Outer diameter', kind: 'number', unit: 'mm', value: '280.5', label: '280.5' },
    ])
    const wrong = { 'outer-diameter': '12 cm', material: 'Wood', coated: 'perhaps', bore: '1' }
    const refused = await change(tool, { attributes: wrong })
    expect(refused.status).toBe(400)
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(
      ['outer-diameter', 'material', 'coated', 'bore'].map(slug => `attributes.${slug}`),
    )
    expect(await change(tool, { attributes: { coated: 'yes', material: 'STEEL', thread: '' } })).toMatchObject({
      status: 200,
      body: { modifiedCount: 1 },
    })
    expect(await change(tool, { attributes: { coated: 'yes' } })).toMatchObject({ body: { modifiedCount: 0 } })
    const { attributes } = (await admin.call('GET', `/tools/${tool}`)).body
    expect(await change(tool, { attributes })).toMatchObject({ status: 200, body: { modifiedCount: 0 } })
    expect(await labelsOf(tool)).toEqual({ Material: 'Steel', Coated: 'yes', 'Outer diameter': '280.5' })
    const { rows } = await sql<{ before: object; after: object }>`
      select before, after from audit where subject_id = ${tool} and action = 'tool.changed'`.execute(shop.db)
    expect(rows).toEqual([
      {
        before: { attributes: { 'Said Top: Material': 'Cast iron', 'Said Top: Thread': 'M12 × 1.5' } },
        after: { attributes: { 'Said Top: Material': 'Steel' } },
      },
    ])
    const listed = (await admin.call('GET', `/tools?category=${id('Top')}`)).body
    expect(listed[0].attributes).toHaveLength(3)
  })

  it('stays out of sight while its category has no such attribute, and comes back with it', async () => {
    const id = await givenTree('Kept', 'From > Low', 'To')
    await given(id('From'), number('Width'))
    await given(id('From > Low'), number('Height'))
    const tool = await toolIn(id('From > Low'), { width: '1', height: '2' })
    const move = (parent: string) => admin.call('PUT', `/categories/${id('From > Low')}/place`, { parent })
    await move(id('To'))
    expect(await labelsOf(tool)).toEqual({ Height: '2' })
    expect(await change(tool, { attributes: { height: '3' } })).toMatchObject({ status: 200 })
    await move(id('From'))
    expect(await labelsOf(tool)).toEqual({ Width: '1', Height: '3' })
    expect(await change(tool, { category: id('To') })).toMatchObject({ status: 200 })
    expect(await labelsOf(tool)).toEqual({})
    await change(tool, { category: id('From > Low') })
    expect(await labelsOf(tool)).toEqual({ Width: '1', Height: '3' })
  })

  it('keeps a category from moving to where two attributes would have one name', async () => {
    const id = await givenTree('Meeting', 'A', 'B > Low')
    await given(id('A'), number('Width'))
    await given(id('B > Low'), number('Width', 'in'))
    const place = (parent: string | null) => admin.call('PUT', `/categories/${id('B')}/place`, { parent })
    expect(await place(id('A'))).toMatchObject(
      refusedField(
        'parent',
        '“Width” is an attribute of Meeting A and of Meeting A > B > Low. Rename or remove one of them first.'.replace(
          'A > B',
          'A > Meeting B',
        ),
      ),
    )
    // Whoever adds one of the name meanwhile is one of both, and not both.
    const one = await givenTree('Racing', 'A', 'B')
    await given(one('B'), number('Width'))
    for (let round = 0; round < 3; round += 1) {
      const [moved, added] = await Promise.all([
        admin.call('PUT', `/categories/${one('B')}/place`, { parent: one('A') }),
        add(one('A'), number('Width')),
      ])
      expect([moved.status, added.status].toSorted()).toEqual([200, 400])
      if (added.status === 200) await admin.call('DELETE', `/attributes/${added.body.insertedId}`)
      await admin.call('PUT', `/categories/${one('B')}/place`, { parent: null })
    }
  })

  it('goes with its tools when categories become one, values of one name into each other', async () => {
    const id = await givenTree('Merged', 'Old > Low', 'New > Low')
    await given(id('Old'), choice('Material', 'Steel', 'Brass'))
    await given(id('Old'), number('Width'))
    await given(id('Old'), { name: 'Old alone', kind: 'text' })
    await given(id('New'), choice('Material', 'Zinc', 'steel'))
    await given(id('New'), number('Width'))
    const tools = [
      await toolIn(id('Old > Low'), { material: 'Brass', width: '7', 'old-alone': 'x' }),
      await toolIn(id('Old'), { material: 'Steel' }),
    ]
    const merge = () => admin.call('DELETE', `/categories/${id('Old')}?into=${id('New')}`)
    const inches = await given(id('New > Low'), number('Old alone', 'in'))
    expect(await merge()).toMatchObject({ status: 400, body: { errors: [{ field: 'into' }] } })
    await admin.call('DELETE', `/attributes/${inches}`)
    expect(await merge()).toMatchObject({ status: 200 })
    expect(await namesIn(id('New'))).toEqual(['Material', 'Width', 'Old alone'])
    expect(await Promise.all(tools.map(labelsOf))).toEqual([
      { Material: 'Brass', Width: '7', 'Old alone': 'x' },
      { Material: 'steel' },
    ])
    const other = await givenTree('Unlike', 'Old', 'New')
    await given(other('Old'), number('Width', 'in'))
    await given(other('New'), number('Width'))
    expect(await admin.call('DELETE', `/categories/${other('Old')}?into=${other('New')}`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'into' }] },
    })
  })
})
