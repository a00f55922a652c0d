import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decimalsOf, toMinorUnits } from '#kernel/money'
import { readSettings } from '../../src/app/settings.server.ts'
import { StartupProblem } from '#platform/startup'
import { type Person, createFitment, createPerson, createTool, createVehicle, toolOf, visitor } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { fileWith, stageFiles, importerOf } from '../files/imports.ts'
import { pictureForm, smallPicture } from '../files/pictures.ts'
import { app, read } from '../files/read.ts'

/**
 * The names that every object of JavaScript has of its own accord. A table that is an object has an answer for them that
 * nobody wrote, and one such word in the catalogue once ended search for everybody.
 */
const names = [...Object.getOwnPropertyNames(Object.prototype), 'prototype']

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

type Found = { total: number; tools: { _id: string }[] }
const search = async (query: Record<string, string>) => {
  const answer = await visitor(shop).call('GET', `/search?${new URLSearchParams(query)}`)
  return { status: answer.status, body: answer.body as Found, ids: (answer.body as Found).tools?.map(tool => tool._id) }
}

describe('a name of Object.prototype', () => {
  it('is a word of a tool like any other, for the tool and for every search (finding 27)', async () => {
    const uploaded = await admin.call('POST', '/images', pictureForm(await smallPicture()))
    for (const name of names) {
      const added = await admin.call(
        'POST',
        '/tools',
        toolOf(uploaded.body.data.url, { name: `${name} set`, description: `A ${name} for trials`, tags: [name] }),
      )
      expect({ name, status: added.status }).toEqual({ name, status: 200 })
    }
    const plain = await createTool(shop, { name: 'Copper funnel' })
    await eventually(
      async () => (await search({ q: 'copper funnel' })).ids,
      ids => ids.includes(plain),
    )
    for (const name of names) {
      const found = await search({ q: `${name} set` })
      expect({ name, status: found.status, isFound: found.ids.length > 0 }).toEqual({
        name,
        status: 200,
        isFound: true,
      })
    }
  })

  it('is a brand, a category and a number like any other (finding 27)', async () => {
    for (const [at, name] of names.entries()) {
      const id = await createTool(shop, { name: `Plain part ${at}` })
      await sql`
        with made as (insert into brand (id, name) values (gen_random_uuid(), ${name}) returning id),
          grouped as (insert into category (id, slug, name) values (gen_random_uuid(), ${`c-${at}`}, ${name}) returning id)
        update tool set part_number = ${`${name}-1`}, brand_id = (select id from made), category_id = (select id from grouped)
        where id = ${id}`.execute(shop.db)
    }
    for (const name of names) {
      for (const query of [{ q: name }, { brand: name }, { category: name }, { q: `${name}-1`, brand: name }]) {
        const found = await eventually(
          () => search(query),
          ({ status, body }) => status !== 200 || 'category' in query || body.total > 0,
        )
        expect({ query, status: found.status }).toEqual({ query, status: 200 })
      }
    }
  })

  it('is no order of a list, no filter and no page (finding 27)', async () => {
    for (const name of names) {
      for (const parameter of ['sort', 'fit', 'rating', 'minPrice', 'inStock', 'vehicle', 'limit']) {
        const { status } = await search({ [parameter]: name })
        expect({ parameter, name, status }).toEqual({ parameter, name, status: 400 })
      }
      expect({ name, status: (await search({ [name]: 'x' })).status }).toEqual({ name, status: 200 })
    }
  })

  it('is a condition of a vehicle like any other (finding 27)', async () => {
    const tool = await createTool(shop)
    const vehicle = await createVehicle(shop)
    const conditions = names.map(name => ({ name, value: name }))
    await createFitment(shop, { tool, vehicle, conditions })
    const fit = await visitor(shop).call('GET', `/fitment?tool=${tool}&vehicle=${vehicle}`)
    expect(fit.body.conditions).toHaveLength(names.length)
    expect((await visitor(shop).call('GET', `/tools/${tool}/fitment`)).status).toBe(200)
  })

  it('is a column of a file that the shop does not know, and a cell like any other (finding 27)', async () => {
    for (const name of names) {
      const column = await read(`part_number,name,${name}\nA-1,Funnel,x\n`)
      expect({ name, broken: column.broken, rows: column.rows.length }).toEqual({ name, broken: undefined, rows: 1 })
      const alone = await read(`${name},${name}\nx,y\n`)
      expect(alone.broken?.code).toMatch(/^(column-twice|head-missing)$/)
    }
    const lines = names.map(name => `${name}-7,${name},${name},${name},5,${name}`)
    const path = await fileWith(['part_number,brand,name,category,price,tags', ...lines].join('\n'))
    const row = await stageFiles(importerOf(shop), [path])
    expect(row.state).toBe('refused')
  })

  it('is an attribute of an ACES file that says nothing (finding 27)', async () => {
    for (const name of names) {
      const { rows } = await read(
        `<ACES version="4.2"><Header><SubmissionType>FULL</SubmissionType></Header>${app(
          `<BaseVehicle id="5" ${name}="1"/><Qty>2</Qty><PartType id="1"/><Part ${name}="x">A-1</Part><${name}>x</${name}>`,
        )}</ACES>`,
      )
      expect({ name, rows: rows.length }).toEqual({ name, rows: 1 })
    }
  })

  it('is a setting of no meaning: the start says so in one line (finding 27)', () => {
    const settings = ['CURRENCY', 'LOCALE', 'TIME_ZONE', 'DEMO', 'LOG_LEVEL', 'PRICES_INCLUDE_TAX', 'ALLOW_SANDBOX']
    for (const name of names) {
      for (const setting of settings) {
        const start = () => readSettings({ [setting]: name })
        expect(start, `${setting}=${name}`).toThrow(StartupProblem)
      }
      expect(decimalsOf(name)).toBe(2)
      expect(toMinorUnits('1.25', name)).toBe(125)
    }
  })

  it('is no choice of a body: the call says what to use (finding 27)', async () => {
    const customer = await createPerson(shop)
    for (const name of names) {
      const review = await customer.call('POST', '/review', { rating: name, review: name, img: name })
      expect({ name, status: review.status }).toEqual({ name, status: 400 })
      const orders = await admin.call('GET', `/allOrders?state=${name}`)
      expect({ name, status: orders.status }).toEqual({ name, status: 400 })
    }
  })
})
