import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { type Person, createPerson, createTool } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { givenPicture } from '#test/files/pictures'
import type { Category, CategoryBranch } from './categories.contract.ts'
import { addCategories } from './add.server.ts'

let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const all = async (): Promise<Category[]> => (await admin.call('GET', '/categories/all')).body
const fullNames = async (top: string) =>
  (await all()).map(({ fullName }) => fullName).filter(name => name.split(' > ')[0] === top)
const page = (address: string) => admin.call('GET', `/categories/by-slug/${encodeURIComponent(address)}`)
const change = (id: string, body: object) => admin.call('PUT', `/categories/${id}`, body)
const move = (id: string, parent: string | null, before?: string) =>
  admin.call('PUT', `/categories/${id}/place`, { parent, before })
const remove = (id: string, into?: string) =>
  admin.call('DELETE', `/categories/${id}${into === undefined ? '' : `?into=${into}`}`)
const refusedField = (field: string, message: string) => ({ status: 400, body: { errors: [{ field, message }] } })

/** A tree of its own, so that tests do not meet: the paths with this word before each first name. Returns ids by full names. */
async function givenTree(word: string, ...paths: string[]): Promise<(fullName: string) => string> {
  await addCategories(
    shop.system,
    paths.map(path => `${word} ${path}`),
  )
  const ids = new Map((await all()).map(({ _id, fullName }) => [fullName, _id]))
  return fullName => ids.get(`${word} ${fullName}`) ?? ''
}

async function toolIn(category: string): Promise<string> {
  const tool = await createTool(shop)
  await sql`update tool set category_id = ${category} where id = ${tool}`.execute(shop.db)
  return tool
}

describe('the tree of categories', () => {
  it('is made of paths of names, each with an address of its own, and lists what is below behind what it is in', async () => {
    const id = await givenTree('Made', 'Brakes > Seals', 'Engine > Seals', 'Brakes > Brake Pads')
    expect(await fullNames('Made Brakes')).toEqual(['Made Brakes', 'Made Brakes > Brake Pads', 'Made Brakes > Seals'])
    const paths = new Map((await all()).map(({ fullName, path }) => [fullName, path]))
    expect(paths.get('Made Brakes > Seals')).toBe('made-brakes/seals')
    expect(paths.get('Made Engine > Seals')).toBe('made-engine/seals')
    expect((await all()).find(({ _id }) => _id === id('Engine > Seals'))).toMatchObject({ parent: id('Engine') })
    // A spelling that is known, and one that is not.
    const added = await addCategories(shop.system, ['made brakes>SEALS', 'Made Brakes>Discs'])
    expect(added.map(({ full_name }) => full_name)).toEqual(['Made Brakes > Discs'])
  })

  it('is five levels deep at most, and refuses a level more wherever it would come from', async () => {
    const id = await givenTree('Deep', 'A > B > C > D > E', 'X > Y')
    const tooDeep = 'Categories go 5 levels deep at most.'
    const add = await admin.call('POST', '/categories', { name: 'F', parent: id('A > B > C > D > E') })
    expect(add).toMatchObject(refusedField('parent', tooDeep))
    expect(await move(id('X'), id('A > B > C > D'))).toMatchObject(refusedField('parent', tooDeep))
    expect(await remove(id('A'), id('X > Y'))).toMatchObject(refusedField('into', tooDeep))
    expect(await fullNames('Deep X')).toEqual(['Deep X', 'Deep X > Y'])
  })

  it('tells names apart among siblings only, and takes no sign that stands between names', async () => {
    const id = await givenTree('Names', 'One > Same', 'Two')
    const add = (name: string, parent: string) => admin.call('POST', '/categories', { name, parent })
    expect(await add('Same', id('Two'))).toMatchObject({ status: 200 })
    expect(await add('SAME', id('One'))).toMatchObject(
      refusedField('name', 'There is a category of this name beside it.'),
    )
    expect(await add('This > that', id('One'))).toMatchObject(
      refusedField('name', 'Leave out the sign >, which stands between categories in files.'),
    )
    expect(await add('Any', '01900000-0000-7000-8000-000000000000')).toMatchObject(
      refusedField('parent', 'There is no such category.'),
    )
    expect(await move(id('One > Same'), id('Two'))).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'parent' }] },
    })
  })

  it('counts, lists and finds with each category what is below it', async () => {
    const id = await givenTree('Counted', 'Top > Middle > Low', 'Top > Other')
    const low = await toolIn(id('Top > Middle > Low'))
    await toolIn(id('Top > Other'))
    await toolIn(id('Top'))
    const counts = new Map((await all()).map(({ _id, count }) => [_id, count]))
    expect(['Top', 'Top > Middle', 'Top > Middle > Low', 'Top > Other'].map(name => counts.get(id(name)))).toEqual([
      3, 1, 1, 1,
    ])
    const tools = await admin.call('GET', '/tools?category=middle')
    expect(tools.body.map(({ _id }: { _id: string }) => _id)).toEqual([low])
    expect(tools.body[0].category).toEqual({
      _id: id('Top > Middle > Low'),
      slug: 'low',
      name: 'Low',
      path: 'counted-top/middle/low',
      fullName: 'Counted Top > Middle > Low',
    })
    const tree: CategoryBranch[] = (await admin.call('GET', '/categories/tree')).body
    expect(tree.find(({ slug }) => slug === 'counted-top')).toMatchObject({
      count: 3,
      children: [{ slug: 'middle', count: 1, children: [{ slug: 'low', children: [] }] }, { slug: 'other' }],
    })
    const search = async (query: string) => (await admin.call('GET', `/search?${query}`)).body
    await eventually(
      () => search('category=counted-top'),
      ({ total }) => total === 3,
    )
    const { facets, total } = await search('category=middle')
    expect(total).toBe(1)
    expect(facets.category).toEqual([
      { value: 'counted-top', label: 'Counted Top', path: 'counted-top', count: 3 },
      { value: 'counted-top/middle/low', label: 'Low', path: 'counted-top/middle/low', count: 1 },
      { value: 'counted-top/middle', label: 'Middle', path: 'counted-top/middle', count: 1 },
      { value: 'counted-top/other', label: 'Other', path: 'counted-top/other', count: 1 },
    ])
  })

  it('moves a category with all that is below it, and the old addresses lead on', async () => {
    const id = await givenTree('Moved', 'From > Part > Piece', 'To')
    await toolIn(id('From > Part > Piece'))
    const totalOf = async (slug: string) => (await admin.call('GET', `/search?category=${slug}`)).body.total
    await eventually(
      () => totalOf('moved-from'),
      total => total === 1,
    )
    expect(await move(id('From > Part'), id('To'))).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    expect(await move(id('From > Part'), id('To'))).toMatchObject({ status: 200, body: { modifiedCount: 0 } })
    expect(await fullNames('Moved To')).toEqual(['Moved To', 'Moved To > Part', 'Moved To > Part > Piece'])
    expect((await page('piece')).body).toMatchObject({
      path: 'moved-to/part/piece',
      trail: [
        { name: 'Moved To', path: 'moved-to' },
        { name: 'Part', path: 'moved-to/part' },
        { name: 'Piece', path: 'moved-to/part/piece' },
      ],
    })
    await eventually(
      () => totalOf('moved-to'),
      total => total === 1,
    )
    expect(await totalOf('moved-from')).toBe(0)
    for (const parent of [undefined, '', true, ['x']]) {
      const place = await admin.call('PUT', `/categories/${id('To')}/place`, { parent })
      expect(place).toMatchObject({ status: 400, body: { errors: [{ field: 'parent' }] } })
    }
    for (const [place, name] of [
      ['From > Part > Piece', 'From > Part'],
      ['From > Part', 'From > Part'],
    ] as const) {
      expect(await move(id(name), id(place))).toMatchObject(
        refusedField('parent', 'A category cannot be put into itself, or into one below it.'),
      )
    }
  })

  it('puts a category before another one; those that nobody has moved stand by their names', async () => {
    const id = await givenTree('Order', 'Top > C', 'Top > A', 'Top > B')
    const children = async () => (await fullNames('Order Top')).slice(1).map(name => name.at(-1))
    expect(await children()).toEqual(['A', 'B', 'C'])
    await move(id('Top > C'), id('Top'), id('Top > B'))
    expect(await children()).toEqual(['A', 'C', 'B'])
    await admin.call('POST', '/categories', { name: 'D', parent: id('Top') })
    expect(await children()).toEqual(['A', 'C', 'B', 'D'])
    expect(await move(id('Top > C'), id('Top'), id('Top'))).toMatchObject(
      refusedField('before', 'There is no such category.'),
    )
  })

  it('changes an address, and every one that a category ever had leads to it', async () => {
    const id = await givenTree('Slugs', 'First > Below', 'Second')
    const first = { name: 'Slugs First' }
    expect(await change(id('First'), { ...first, slug: 'No Slug' })).toMatchObject(
      refusedField('slug', 'Use small letters, digits and hyphens, such as brake-pads.'),
    )
    await change(id('First'), { ...first, slug: 'slugs-two' })
    await change(id('First'), { ...first, slug: 'slugs-three' })
    for (const slug of ['slugs-first', 'slugs-two', 'slugs-three'])
      expect((await page(slug)).body.path).toBe('slugs-three')
    expect((await page('below')).body.path).toBe('slugs-three/below')
    const taken = refusedField('slug', 'Another category has this address, or had it: links still lead there.')
    for (const slug of ['slugs-first', 'slugs-three'])
      expect(await change(id('Second'), { name: 'Slugs Second', slug })).toMatchObject(taken)
    // Its own old address it may have again.
    expect(await change(id('First'), { ...first, slug: 'slugs-first' })).toMatchObject({ status: 200 })
    expect((await page('slugs-two')).body.path).toBe('slugs-first')
    // A name that would have a taken address gets another one.
    await addCategories(shop.system, ['Slugs Two'])
    expect((await all()).find(({ name }) => name === 'Slugs Two')?.slug).toBe('slugs-two-2')
  })

  it('says text and picture of a category, and neither of a hidden one nor of what is below it', async () => {
    const id = await givenTree('Shown', 'Top > Under > Leaf')
    const tool = await toolIn(id('Top > Under > Leaf'))
    const img = await givenPicture(admin)
    const top = { name: 'Shown Top', text: 'For every brake.' }
    await change(id('Top'), { ...top, img })
    const { body } = await page('shown-top')
    expect(body).toMatchObject({ text: 'For every brake.', picture: { src: expect.stringContaining('/images/') } })
    await change(id('Top'), { ...top, hidden: true })
    for (const slug of ['shown-top', 'under', 'leaf']) {
      expect(await page(slug)).toMatchObject({ status: 404, body: { code: 'category-gone' } })
    }
    const listed = JSON.stringify([
      (await admin.call('GET', '/categories')).body,
      (await admin.call('GET', '/categories/tree')).body,
    ])
    expect(listed).not.toContain('shown-top')
    expect((await all()).find(({ _id }) => _id === id('Top'))).toMatchObject({
      hidden: true,
      picture: { width: expect.any(Number) },
    })
    expect((await admin.call('GET', `/tools/${tool}`)).status).toBe(200)
    await change(id('Top'), { ...top, hidden: false, img: null })
    expect((await page('leaf')).status).toBe(200)
    expect((await page('shown-top')).body.picture).toBeNull()
    expect(await change(id('Top'), { ...top, img: 'https://elsewhere.example/a.png' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'img' }] },
    })
  })

  it('brings two categories together: tools, categories and addresses, those of one name too', async () => {
    const id = await givenTree('Merged', 'Old > Same > Deep', 'Old > Only', 'New > same > Deep', 'New > Other')
    const tools = [await toolIn(id('Old')), await toolIn(id('Old > Same > Deep')), await toolIn(id('Old > Only'))]
    const oldPaths = (await all()).filter(({ fullName }) => fullName.startsWith('Merged Old')).map(({ path }) => path)
    expect(await remove(id('Old'))).toMatchObject({ status: 409, body: { code: 'category-in-use' } })
    expect(await remove(id('Old'), id('Old > Same'))).toMatchObject(
      refusedField('into', 'A category cannot be put into itself, or into one below it.'),
    )
    expect(await remove(id('Old'), id('New'))).toMatchObject({ status: 200, body: { deletedCount: 1 } })
    expect(await fullNames('Merged New')).toEqual([
      'Merged New',
      'Merged New > Only',
      'Merged New > Other',
      'Merged New > same',
      'Merged New > same > Deep',
    ])
    const places = await Promise.all(
      tools.map(async tool => (await admin.call('GET', `/tools/${tool}`)).body.category.fullName),
    )
    expect(places).toEqual(['Merged New', 'Merged New > same > Deep', 'Merged New > Only'])
    const leadTo = await Promise.all(oldPaths.map(async path => (await page(path)).body.path))
    expect(leadTo).toEqual(['merged-new', 'merged-new/only', 'merged-new/same', 'merged-new/same/deep'])
  })

  it('brings a category together with the one that it is in, also where it holds a namesake of itself', async () => {
    const id = await givenTree('Inward', 'A > B > B > C', 'A > D')
    const tools = [await toolIn(id('A > B')), await toolIn(id('A > B > B'))]
    expect(await remove(id('A > B'), id('A'))).toMatchObject({ status: 200 })
    expect(await fullNames('Inward A')).toEqual(['Inward A', 'Inward A > B', 'Inward A > B > C', 'Inward A > D'])
    const places = await Promise.all(
      tools.map(async tool => (await admin.call('GET', `/tools/${tool}`)).body.category.fullName),
    )
    expect(places).toEqual(['Inward A', 'Inward A > B'])
  })

  it('takes a name for the same as the database does, whatever its letters', async () => {
    for (const name of ['ΦΡΕΝΟΣ', 'İstanbul', 'STRASSE', 'straße']) {
      const added = await addCategories(shop.system, [`${name} > Below`])
      expect(added.map(({ full_name }) => full_name)).toEqual([name, `${name} > Below`])
      expect(await addCategories(shop.system, [`${name} > Below`])).toEqual([])
    }
  })

  it('lets an empty category go alone, whose address then leads to the one that it was in', async () => {
    const id = await givenTree('Gone', 'Top > Empty', 'Alone')
    expect(await remove(id('Top'))).toMatchObject({
      status: 409,
      body: { message: 'There is a category in this category. Say where they go.' },
    })
    await remove(id('Top > Empty'))
    expect((await page('empty')).body.path).toBe('gone-top')
    await remove(id('Alone'))
    expect((await page('gone-alone')).status).toBe(404)
  })

  it('goes alone where all that it counts has gone, whatever was taken out of the shop (finding 33)', async () => {
    const id = await givenTree('Counted', 'Top > Archived')
    const tool = await toolIn(id('Top > Archived'))
    expect(await remove(id('Top > Archived'))).toMatchObject({ status: 409, body: { code: 'category-in-use' } })
    await admin.call('DELETE', `/tools/${tool}`)
    expect((await all()).find(({ _id }) => _id === id('Top > Archived'))).toMatchObject({ count: 0 })
    expect(await remove(id('Top > Archived'))).toMatchObject({ status: 200, body: { deletedCount: 1 } })
    const { rows } = await sql<{ category: string }>`
      select category_id as category from tool where id = ${tool}`.execute(shop.db)
    expect(rows).toEqual([{ category: id('Top') }])
  })

  it('stays a tree whoever moves at the same time, and a name stays one of its own', async () => {
    const id = await givenTree('Race', 'A > Same', 'B > Same', 'C')
    const answers = await Promise.all([
      move(id('A'), id('B')),
      move(id('B'), id('A')),
      move(id('A > Same'), id('C')),
      move(id('B > Same'), id('C')),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400])
    const rows = (await all()).filter(({ fullName }) => fullName.includes('Race'))
    expect(rows).toHaveLength(5)
    expect(new Set(rows.map(({ fullName }) => fullName.toLowerCase())).size).toBe(5)
  })

  it('begins with branches of a standard tree, added once', async () => {
    const branches: { name: string; count: number }[] = (await admin.call('GET', '/categories/standard')).body
    expect(branches).toContainEqual({ name: 'Motor Vehicle Parts', count: 160 })
    expect(branches.reduce((sum, { count }) => sum + count, 0)).toBe(941)
    const begin = (...names: string[]) => admin.call('POST', '/categories/standard', { branches: names })
    expect(await begin('Motor Vehicle Parts', 'Tools')).toMatchObject({ status: 200, body: { added: 565 } })
    expect(await begin('Tools')).toMatchObject({ status: 200, body: { added: 0 } })
    expect(await begin('None such')).toMatchObject({ status: 400, body: { errors: [{ field: 'branches' }] } })
    const { body } = await page('brake-rotors')
    expect(body.path).toBe('motor-vehicle-parts/motor-vehicle-braking/brake-rotors')
  })
})
