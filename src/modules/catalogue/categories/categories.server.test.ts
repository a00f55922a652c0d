import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { type Person, createCategory, createPerson, createTool, toolOf } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { givenPicture } from '#test/files/pictures'
import type { Category } from './categories.contract.ts'
import { addCategories } from './add.server.ts'

let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const add = (name: string, headers?: Record<string, string>) => admin.call('POST', '/categories', { name }, headers)
const rename = (id: string, name: string) => admin.call('PUT', `/categories/${id}`, { name })
const remove = (id: string, into?: string) =>
  admin.call('DELETE', `/categories/${id}${into === undefined ? '' : `?into=${into}`}`)
const all = async (): Promise<Category[]> => (await admin.call('GET', '/categories/all')).body
const one = async (id: string) => (await all()).find(({ _id }) => _id === id)
const taken = {
  code: 'invalid-input',
  errors: [{ field: 'name', message: 'There is a category of this name beside it.' }],
}

async function toolIn(category: string): Promise<string> {
  const tool = await createTool(shop)
  await sql`update tool set category_id = ${category} where id = ${tool}`.execute(shop.db)
  return tool
}

describe('a category', () => {
  it('is added with an address made of its name, and tools can be put into it', async () => {
    const { body } = await add('Brake Pads & Shoes')
    expect(await one(body.insertedId)).toEqual({
      _id: body.insertedId,
      slug: 'brake-pads-shoes',
      name: 'Brake Pads & Shoes',
      path: 'brake-pads-shoes',
      fullName: 'Brake Pads & Shoes',
      parent: null,
      count: 0,
      text: '',
      hidden: false,
      picture: null,
    })
    const tool = toolOf(await givenPicture(admin), { category: 'brake-pads-shoes' })
    expect(await admin.call('POST', '/tools', tool)).toMatchObject({ status: 200 })
    expect(await one(body.insertedId)).toMatchObject({ count: 1 })
    expect((await admin.call('GET', '/categories')).body).toContainEqual({
      slug: 'brake-pads-shoes',
      name: 'Brake Pads & Shoes',
      path: 'brake-pads-shoes',
      fullName: 'Brake Pads & Shoes',
      count: 1,
    })
  })

  it('has a name of its own, however it is capitalised, and an address of its own', async () => {
    await add('Filters')
    expect(await add('FILTERS')).toMatchObject({ status: 400, body: taken })
    expect(await add(' ')).toMatchObject({ status: 400, body: { errors: [{ field: 'name' }] } })
    const { body } = await add('Filters!')
    expect(await one(body.insertedId)).toMatchObject({ slug: 'filters-2' })
    const long = 'x'.repeat(80)
    const [first, second] = [await add(long), await add(`${long.slice(1)}!`)]
    const slugs = [await one(first.body.insertedId), await one(second.body.insertedId)].map(
      category => category?.slug ?? '',
    )
    expect(new Set(slugs).size).toBe(2)
    expect(slugs.every(slug => slug.length <= 80)).toBe(true)
  })

  it('is added once by many who add it at once, and each of many with one address is added', async () => {
    const same = await Promise.all(Array.from({ length: 6 }, () => add('Clutches')))
    expect(same.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(same.filter(({ status }) => status === 400)).toHaveLength(5)
    const alike = await Promise.all(['Belts', 'Belts.', 'Belts,', '(Belts)'].map(name => add(name)))
    expect(alike.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const key = { 'idempotency-key': 'belts' }
    expect((await add('Hoses', key)).body).toEqual((await add('Hoses', key)).body)
  })

  it('keeps its address when it is renamed, and refuses the name of another one', async () => {
    const id = await createCategory(shop, 'Lamps')
    expect(await rename(id, 'Lighting')).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    expect(await rename(id, 'Lighting')).toMatchObject({ status: 200, body: { modifiedCount: 0 } })
    expect(await rename(id, 'LIGHTING')).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    expect(await one(id)).toMatchObject({ slug: 'lamps', name: 'LIGHTING' })
    const other = await createCategory(shop, 'Mirrors')
    expect(await rename(other, 'lighting')).toMatchObject({ status: 400, body: taken })
    const gone = '01900000-0000-7000-8000-000000000000'
    expect(await rename(gone, 'Any')).toMatchObject({ status: 404, body: { code: 'category-gone' } })
  })

  it('is found in searches by its new name, and no more by the old one', async () => {
    const id = await createCategory(shop, 'Wobblers')
    await toolIn(id)
    const search = async (q: string) => (await admin.call('GET', `/search?q=${q}`)).body
    await eventually(
      () => search('wobblers'),
      ({ total }) => total === 1,
    )
    await rename(id, 'Dampeners')
    await eventually(
      () => search('dampeners'),
      ({ total }) => total === 1,
    )
    const { facets } = await search('dampeners')
    expect(facets.category).toMatchObject([{ value: 'wobblers', label: 'Dampeners', count: 1 }])
    expect((await search('wobblers')).total).toBe(0)
  })

  it('is removed only with a place for its tools; those that are sold no longer go along', async () => {
    const [from, to] = [await createCategory(shop), await createCategory(shop)]
    const [sold, archived] = [await toolIn(from), await toolIn(from)]
    await admin.call('DELETE', `/tools/${archived}`)
    expect(await remove(from)).toMatchObject({
      status: 409,
      body: { code: 'category-in-use', message: 'There is a tool in this category. Say where it goes.' },
    })
    const nowhere = { status: 400, body: { errors: [{ field: 'into', message: 'There is no such category.' }] } }
    expect(await remove(from, '01900000-0000-7000-8000-000000000000')).toMatchObject(nowhere)
    const version = (await admin.call('GET', `/tools/${sold}`)).body.version
    expect(await remove(from, to)).toMatchObject({ status: 200, body: { deletedCount: 1 } })
    expect(await remove(from, to)).toMatchObject({ status: 404, body: { code: 'category-gone' } })
    expect(await one(from)).toBeUndefined()
    expect(await one(to)).toMatchObject({ count: 1 })
    expect((await admin.call('GET', `/tools/${sold}`)).body.version).toBe(version + 1)
    const { rows } = await sql<{ category_id: string }>`select category_id from tool where id = ${archived}`.execute(
      shop.db,
    )
    expect(rows).toEqual([{ category_id: to }])
    expect(await remove(to, from)).toMatchObject({ status: 400 })
  })

  it('never loses a tool to a removal at the same time: the tool is in it, or hears that it has gone', async () => {
    const picture = await givenPicture(admin)
    for (let round = 0; round < 5; round += 1) {
      const id = await createCategory(shop)
      const slug = (await one(id))?.slug ?? ''
      const [removed, put] = await Promise.all([
        remove(id),
        admin.call('POST', '/tools', toolOf(picture, { category: slug })),
      ])
      expect([200, 409]).toContain(removed.status)
      const isThere = (await one(id)) !== undefined
      expect(put.status).toBe(isThere ? 200 : 400)
      expect(removed.status).toBe(isThere ? 409 : 200)
    }
  })

  it('can be removed into another one while that one is removed into it: one of them stays', async () => {
    const [one, two] = [await createCategory(shop), await createCategory(shop)]
    await toolIn(one)
    await toolIn(two)
    const answers = await Promise.all([remove(one, two), remove(two, one)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('leaves a line in the trail for each of these, with its name', async () => {
    const [id, other] = [await createCategory(shop), await createCategory(shop)]
    await rename(id, 'Renamed for the trail')
    await remove(id, other)
    const { rows } = await sql<{ action: string }>`
      select action from audit where subject_id = ${id} order by id`.execute(shop.db)
    expect(rows.map(({ action }) => action)).toEqual(['category.added', 'category.changed', 'category.removed'])
  })

  it('that a list of names has is added where it is new, and not a second time', async () => {
    const names = (added: { full_name: string }[]) => added.map(({ full_name }) => full_name)
    expect(names(await addCategories(shop.system, ['Seals', 'Gaskets']))).toEqual(['Seals', 'Gaskets'])
    expect(names(await addCategories(shop.system, ['seals', 'Bearings']))).toEqual(['Bearings'])
  })
})
