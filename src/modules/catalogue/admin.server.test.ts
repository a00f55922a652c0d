import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  type Person,
  createPerson,
  createTool,
  openPayment,
  orderOf,
  payWithCard,
  placeOrder,
  toolOf,
} from '#test/factories'
import { eventually } from '#test/eventually'
import { type TestShop, startTestShop } from '#test/harness'
import { givenPicture, picture, pictureForm } from '#test/files/pictures'

let shop: TestShop
let admin: Person
let buyer: Person
let img: string
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
  img = await givenPicture(buyer)
  await sql`insert into category (id, slug, name) values (gen_random_uuid(), 'torque-tools', 'Torque tools')`.execute(
    shop.db,
  )
})
afterAll(() => shop.close())

const add = (more: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  admin.call('POST', '/tools', toolOf(img, more), headers)
const added = async (more: Record<string, unknown> = {}): Promise<string> => {
  const answer = await add(more)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.insertedId
}
const read = async (id: string) => (await admin.call('GET', `/tools/${id}`)).body
const change = async (id: string, more: Record<string, unknown>) =>
  admin.call('PUT', `/tools/${id}`, { ...toolOf(img), availableQuantity: undefined, version: 1, ...more })
const complaints = (answer: Answer) => {
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  return Object.fromEntries(
    answer.body.errors.map(({ field, message }: { field: string; message: string }) => [field, message]),
  )
}
const audits = async (id: string) =>
  (
    await sql<{ action: string; actor_id: string; before: object; after: object }>`
      select action, actor_id, before, after from audit where subject_id = ${id} order by id`.execute(shop.db)
  ).rows

describe('a new tool', () => {
  it('[S1.14 S3.13 S5.20 S7.06 D2.11 D2.14] is in the shop as it was typed, its numbers as numbers', async () => {
    const id = await added({
      tags: 'cordless, 18 V, Cordless,',
      partNumber: 'TW-200',
      brand: 'Hazet',
      category: 'torque-tools',
    })
    const tool = await read(id)
    expect(tool).toMatchObject({
      name: 'Torque wrench 40–200 Nm',
      price: 177.24,
      availableQuantity: 20,
      minimumQuantity: 2,
      tags: ['cordless', '18 V'],
      partNumber: 'TW-200',
      brand: 'Hazet',
      category: { slug: 'torque-tools', name: 'Torque tools' },
      version: 1,
    })
    expect(img.replace('-960.', '-640.')).toBe(tool.img)
    expect((await audits(id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['tool.added', admin.accountId],
    ])
    const ledger = (await admin.call('GET', `/tools/${id}/stock`)).body
    expect(ledger).toMatchObject([{ reason: 'opening', onHandChange: 20, by: admin.email }])
  })

  it('[S5.14 S5.15 S5.16 S5.17 S5.18 S5.19] wants what the specification wants, in its words', async () => {
    expect(complaints(await admin.call('POST', '/tools', {}))).toEqual({
      name: 'Tool name is required',
      description: 'description is required **',
      availableQuantity: 'availableQuantity is required',
      minimumQuantity: 'minimumQuantity is required',
      price: 'price name is required',
      img: 'image is required',
    })
    const blank = Object.fromEntries(Object.keys(toolOf('')).map(name => [name, ' ']))
    expect(complaints(await admin.call('POST', '/tools', blank))).toMatchObject({
      name: 'Tool name is required',
      price: 'price name is required',
    })
  })

  it.each([
    [{ price: '0' }, 'price', 'Use a price above 0.'],
    [{ price: '-1' }, 'price', 'Use a price above 0.'],
    [{ price: '1.234' }, 'price', 'Use an amount with at most 2 decimals.'],
    [{ price: 'dear' }, 'price', 'Use an amount such as 177.24.'],
    [{ price: 1e21 }, 'price', 'Use an amount such as 177.24.'],
    [{ availableQuantity: '2.5' }, 'availableQuantity', 'Use a whole number.'],
    [{ minimumQuantity: 0 }, 'minimumQuantity', 'Use 1 or more.'],
    [{ minimumQuantity: 21 }, 'minimumQuantity', 'The minimum order quantity is more than what is available.'],
    [{ minimumQuantity: 4, multiple: 3 }, 'minimumQuantity', 'Use a multiple of 3: 3 or 6.'],
    [{ multiple: 0 }, 'multiple', 'Use a whole number from 1 to 1000000.'],
    [{ unit: 'box' }, 'boxQuantity', 'Say how many are in the box, 2 or more.'],
    [{ unit: 'crate' }, 'unit', 'Choose what it is sold in.'],
    [{ weightGrams: '1.5' }, 'weightGrams', 'Use a whole number from 1 to 99999999.'],
    [
      { img: 'https://example.com/x.png' },
      'img',
      'Upload the picture first: this is no address of the shop’s image host.',
    ],
    [
      { img: '/images/' + 'f'.repeat(32) + '-960.webp' },
      'img',
      'Upload the picture first: this is no address of the shop’s image host.',
    ],
    [{ category: 'none-such' }, 'category', 'There is no such category.'],
    [{ tags: Array.from({ length: 13 }, (_, n) => `tag ${n}`) }, 'tags', 'Use at most 12 key features.'],
    [{ name: 'x'.repeat(121) }, 'name', 'Use at most 120 characters.'],
  ])('[S5.20 D2.12 D2.13] with %j is refused at its field', async (more, field, message) => {
    expect(complaints(await add(more))).toEqual({ [field]: message })
  })

  it('finds its brand in whatever case, and shares no part number with another of it', async () => {
    const first = await added({ brand: 'Gedore', partNumber: 'G-1' })
    const second = await added({ brand: 'GEDORE', partNumber: 'G-2' })
    expect([(await read(first)).brand, (await read(second)).brand]).toEqual(['Gedore', 'Gedore'])
    const message = 'Another tool of this brand has this part number.'
    expect(complaints(await add({ brand: 'gedore', partNumber: 'G-1' }))).toEqual({ partNumber: message })
    expect(complaints(await change(second, { brand: 'gedore', partNumber: 'G-1' }))).toEqual({ partNumber: message })
    await admin.call('DELETE', `/tools/${first}`)
    expect((await add({ brand: 'gedore', partNumber: 'G-1' })).status).toBe(200)
  })

  it('[D6.01] is on the home page’s list soon, and off it when it is gone', async () => {
    const id = await added({ name: 'Fresh from the press' })
    const newTools = async () => readFile(join(shop.publishedDirectory, 'newTools.json'), 'utf8')
    await eventually(newTools, list => list.includes('Fresh from the press'))
    await admin.call('DELETE', `/tools/${id}`)
    await eventually(newTools, list => !list.includes('Fresh from the press'))
  })

  it('is found by a part of its name or part number, in whatever case', async () => {
    const id = await added({ name: 'Odd 100%_size wrench', partNumber: 'ODD-77' })
    const search = async (q: string) =>
      (await admin.call('GET', `/tools?q=${encodeURIComponent(q)}`)).body.map((tool: { _id: string }) => tool._id)
    expect(await search('oDD 100%_S')).toEqual([id])
    expect(await search('odd-7')).toEqual([id])
    expect(await search('100_%')).toEqual([])
    const answer = await admin.call('GET', '/tools?q=wrench&limit=1')
    expect(answer.headers.get('link')).toContain('q=wrench')
    expect(Number(answer.headers.get('x-total-count'))).toBeGreaterThan(1)
  })
})

describe('a change', () => {
  it('[S1.13 D2.15 D1.14] reaches every field, moves the version on, and is on the trail with what changed', async () => {
    const id = await added()
    const other = (await admin.call('POST', '/images', pictureForm(await picture({ width: 30, height: 30 })))).body.data
      .url
    const answer = await change(id, {
      name: 'Another name',
      price: 9.5,
      minimumQuantity: 3,
      tags: ['a'],
      img: other,
      version: '1',
    })
    expect(answer).toMatchObject({ status: 200, body: { modifiedCount: 1, version: 2 } })
    expect(await read(id)).toMatchObject({
      name: 'Another name',
      price: 9.5,
      minimumQuantity: 3,
      tags: ['a'],
      version: 2,
      availableQuantity: 20,
    })
    expect((await audits(id)).at(-1)).toMatchObject({
      action: 'tool.changed',
      before: { name: 'Torque wrench 40–200 Nm', price: 17_724 },
      after: { name: 'Another name', price: 950 },
    })
    expect((await audits(id)).at(-1)?.after).not.toHaveProperty('description')
  })

  it('[D2.15] of an old version is refused, and sent again after it succeeded it is no conflict', async () => {
    const id = await added()
    expect((await change(id, { name: 'First' })).body).toEqual({ modifiedCount: 1, version: 2 })
    expect((await change(id, { name: 'First' })).body).toEqual({ modifiedCount: 0, version: 2 })
    expect(await change(id, { name: 'Second' })).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } })
    expect((await read(id)).name).toBe('First')
  })

  it('of how it is sold keeps what is not said, and takes away what is blank', async () => {
    const sold = { unit: 'box', boxQuantity: '10', multiple: 5, weightGrams: 1250 }
    const id = await added({ ...sold, minimumQuantity: 5 })
    expect(await read(id)).toMatchObject({ ...sold, boxQuantity: 10, minimumQuantity: 5 })
    await change(id, { minimumQuantity: 10 })
    expect(await read(id)).toMatchObject({ ...sold, boxQuantity: 10, minimumQuantity: 10, version: 2 })
    const between = await change(id, { minimumQuantity: 4, version: 2 })
    expect(complaints(between)).toEqual({ minimumQuantity: 'Use a multiple of 5: 5.' })
    const plain = { unit: 'each', boxQuantity: '10', multiple: '', weightGrams: null }
    expect((await change(id, { ...plain, minimumQuantity: 3, version: 2 })).status).toBe(200)
    expect(await read(id)).toMatchObject({ unit: 'each', boxQuantity: null, multiple: 1, weightGrams: null })
  })

  it('takes the picture that the tool shows already: its category’s, or one of another host', async () => {
    const { rows } = await sql<{ id: string }>`select id from image limit 1`.execute(shop.db)
    await sql`update category set image_id = ${rows[0]?.id} where slug = 'torque-tools'`.execute(shop.db)
    const ofCategory = await createTool(shop)
    await sql`update tool set category_id = (select id from category where slug = 'torque-tools') where id = ${ofCategory}`.execute(
      shop.db,
    )
    const shown = await read(ofCategory)
    expect((await change(ofCategory, { img: shown.img, category: 'torque-tools' })).status).toBe(200)
    const elsewhere = await createTool(shop)
    await sql`update tool set image_url = 'https://pictures.example/1.png' where id = ${elsewhere}`.execute(shop.db)
    expect((await change(elsewhere, { img: 'https://pictures.example/1.png' })).status).toBe(200)
    expect((await read(elsewhere)).img).toBe('https://pictures.example/1.png')
    const images = await sql`select image_id from tool where id in (${ofCategory}, ${elsewhere})`.execute(shop.db)
    expect(images.rows).toEqual([{ image_id: null }, { image_id: null }])
  })

  it('of what is left to sell is a correction on the ledger; a minimum is not raised above it', async () => {
    const id = await added()
    await placeOrder(buyer, id, 5)
    expect(complaints(await change(id, { minimumQuantity: 16 }))).toEqual({
      minimumQuantity: 'The minimum order quantity is more than what is available.',
    })
    expect((await change(id, { availableQuantity: 12 })).body).toEqual({ modifiedCount: 1, version: 2 })
    expect((await admin.call('GET', `/tools/${id}/stock/level`)).body).toEqual({
      onHand: 17,
      held: 5,
      availableQuantity: 12,
    })
    expect((await admin.call('GET', `/tools/${id}/stock?limit=1`)).body).toMatchObject([
      { reason: 'corrected', onHandChange: -3 },
    ])
    // What orders have left below the minimum stays as it is.
    expect((await change(id, { version: 2, availableQuantity: 1, name: 'Nearly gone' })).status).toBe(200)
    expect((await change(id, { version: 3, name: 'Nearly gone now' })).status).toBe(200)
  })

  it('of a tool that is gone, or never was, is refused', async () => {
    const id = await added()
    await admin.call('DELETE', `/tools/${id}`)
    expect(await change(id, {})).toMatchObject({ status: 404, body: { code: 'tool-gone' } })
    expect(await change('0199aaaa-0000-7000-8000-000000000000', {})).toMatchObject({ status: 404 })
  })

  it('is seen by the next order: it charges the new price', async () => {
    const id = await added()
    await change(id, { price: '10', minimumQuantity: 1 })
    const order = (await buyer.call('GET', `/orders/${await placeOrder(buyer, id, 1)}`)).body
    expect(order.unitPrice).toBe(10)
  })
})

describe('stock', () => {
  const book = (id: string, delta: unknown, reason = 'Delivery') =>
    admin.call('POST', `/tools/${id}/stock`, { delta, reason })

  it('[D2.16 D1.14] comes and goes, each time on ledger and trail with its reason', async () => {
    const id = await added()
    expect((await book(id, '+5')).body).toEqual({ availableQuantity: 25 })
    expect((await book(id, '-3', 'Broken in the store')).body).toEqual({ availableQuantity: 22 })
    const ledger = await admin.call('GET', `/tools/${id}/stock?limit=2`)
    expect(ledger.body).toMatchObject([
      { reason: 'corrected', onHandChange: -3, note: 'Broken in the store', by: admin.email },
      { reason: 'restocked', onHandChange: 5, note: 'Delivery' },
    ])
    expect(ledger.headers.get('x-total-count')).toBe('3')
    const next = /<[^>]+\/api([^>]+)>/.exec(ledger.headers.get('link') ?? '')?.[1] ?? ''
    expect((await admin.call('GET', next)).body).toMatchObject([{ reason: 'opening' }])
    expect((await audits(id)).map(({ action }) => action)).toEqual(['tool.added', 'tool.restocked', 'tool.corrected'])
  })

  it('[D2.16] is never taken below what orders hold', async () => {
    const id = await added()
    await sql`update account set open_orders = 0 where id = ${buyer.accountId}`.execute(shop.db)
    await placeOrder(buyer, id, 18)
    expect(await book(id, -3)).toMatchObject({ status: 409, body: { code: 'stock-held', details: { available: 2 } } })
    expect((await book(id, -2)).body).toEqual({ availableQuantity: 0 })
    expect((await book(id, -1)).body.message).toBe('Orders hold every unit of this tool, so none can be taken out.')
  })

  it.each([
    [0, 'Use a number other than 0.'],
    ['1.5', 'Use a whole number.'],
    ['', 'Say how many units come or go.'],
    [undefined, 'Say how many units come or go.'],
    ['9999999999', 'Use a whole number.'],
  ])('of %j units is no booking', async (delta, message) => {
    expect(complaints(await book(await createTool(shop), delta))).toEqual({ delta: message })
  })

  it('has a most, and a reason', async () => {
    const id = await createTool(shop, { onHand: 2_147_000_000 })
    expect(complaints(await book(id, 999_999_999)).delta).toContain('483647')
    expect(complaints(await book(id, 1, ' '))).toEqual({ reason: 'Say why, for the ledger.' })
    expect(complaints(await book(id, 1, 'x'.repeat(201)))).toEqual({ reason: 'Use at most 200 characters.' })
    expect(await book('0199aaaa-0000-7000-8000-000000000000', 1)).toMatchObject({ status: 404 })
  })
})

describe('a deleted tool', () => {
  it('[D2.17 S7.08] leaves the shop once, and its orders stay whole and can be paid', async () => {
    const id = await added({ name: 'Soon gone' })
    await sql`update account set open_orders = 0 where id = ${buyer.accountId}`.execute(shop.db)
    const order = await placeOrder(buyer, id, 2)
    expect((await admin.call('DELETE', `/tools/${id}`)).body).toEqual({ deletedCount: 1 })
    expect((await admin.call('DELETE', `/tools/${id}`)).body).toEqual({ deletedCount: 0 })
    expect(await admin.call('DELETE', '/tools/0199aaaa-0000-7000-8000-000000000000')).toMatchObject({ status: 404 })
    expect(await admin.call('GET', `/tools/${id}`)).toMatchObject({ status: 404 })
    expect((await admin.call('GET', '/tools?q=Soon+gone')).body).toEqual([])
    expect(await buyer.call('POST', '/orders', orderOf(id, 2))).toMatchObject({
      status: 404,
      body: { code: 'tool-gone' },
    })
    await payWithCard(shop, await openPayment(buyer, order))
    const paid = await eventually(
      async () => (await buyer.call('GET', `/orders/${order}`)).body,
      one => one.paid === true,
    )
    expect(paid).toMatchObject({ toolName: 'Soon gone' })
    expect((await audits(id)).map(({ action }) => action)).toEqual(['tool.added', 'tool.archived'])
  })
})
