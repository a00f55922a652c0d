import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { documentForm, pdf } from '../files/documents.ts'
import {
  type Person,
  createAttribute,
  createCategory,
  createPerson,
  createTool,
  createVehicle,
  toolOf,
} from '../factories.ts'
import type { TestShop } from '../harness.ts'
import { givenPicture } from '../files/pictures.ts'

export type Sample = { path: string; body?: unknown; headers?: Record<string, string> }
/** A request that its owner may make, about things made for it alone. */
export type Row = {
  /** `staff`: who may make the call, where what it is about belongs to whoever prepared it. */
  sample(owner: Person, staff: Person): Promise<Sample>
  endsSession?: true
  /** Nothing is left of its owner afterwards, so it is somebody else than everywhere else. */
  endsAccount?: true
}

export const at = (path: string): Row => ({ sample: async () => ({ path }) })

async function ownVehicle(owner: Person, shop: TestShop): Promise<string> {
  const body = { vehicles: [{ vehicle: await createVehicle(shop) }] }
  return (await owner.call('POST', '/account/vehicles', body)).body[0]._id
}

/** The calls of the finder. */
export const finderRows = (shop: () => TestShop): Record<string, Row> => ({
  'GET /search': at('/search?q=wrench&limit=2'),
  'GET /vehicles': at('/vehicles?year=2015&make=Honda&model=Civic'),
  'GET /vehicles/years': at('/vehicles/years'),
  'GET /vehicles/makes': at('/vehicles/makes?year=2015'),
  'GET /vehicles/models': at('/vehicles/models?year=2015&make=Honda'),
  'GET /vehicles/engines': at('/vehicles/engines?year=2015&make=Honda&model=Civic'),
  'GET /vin/:vin': at('/vin/1HGCM82693A000001'),
  'GET /account/vehicles': at('/account/vehicles'),
  'POST /account/vehicles': {
    sample: async () => ({ path: '/account/vehicles', body: { vehicles: [{ vehicle: await createVehicle(shop()) }] } }),
  },
  'DELETE /account/vehicles/:id': {
    sample: async owner => ({ path: `/account/vehicles/${await ownVehicle(owner, shop())}` }),
  },
  'DELETE /account/vehicles/:id/vin': {
    sample: async owner => ({ path: `/account/vehicles/${await ownVehicle(owner, shop())}/vin` }),
  },
  'GET /fitment': {
    sample: async () => ({ path: `/fitment?tool=${await createTool(shop())}&vehicle=${await createVehicle(shop())}` }),
  },
  'GET /tools/:id/fitment': { sample: async () => ({ path: `/tools/${await createTool(shop())}/fitment` }) },
  'GET /tools/:id/numbers': { sample: async () => ({ path: `/tools/${await createTool(shop())}/numbers` }) },
})

async function createBrand({ db }: Pick<TestShop, 'db'>): Promise<{ id: string; name: string }> {
  const brand = { id: randomUUID(), name: randomUUID() }
  await db.insertInto('brand').values(brand).execute()
  return brand
}

/** The calls about tools and their stock. */
export const toolRows = (stage: () => { shop: TestShop; admin: Person }): Record<string, Row> => ({
  'GET /tools': at('/tools?limit=2'),
  'GET /allTools': at('/allTools?limit=2'),
  'GET /allTools/:id': { sample: async () => ({ path: `/allTools/${await createTool(stage().shop)}` }) },
  'GET /tools/:id': { sample: async () => ({ path: `/tools/${await createTool(stage().shop)}` }) },
  'POST /tools': { sample: async () => ({ path: '/tools', body: toolOf(await givenPicture(stage().admin)) }) },
  'PUT /tools/:id': {
    async sample() {
      const { body } = await stage().admin.call('POST', '/tools', toolOf(await givenPicture(stage().admin)))
      const tool = (await stage().admin.call('GET', `/tools/${body.insertedId}`)).body
      return { path: `/tools/${tool._id}`, body: toolOf(tool.img, { name: 'Another name', version: tool.version }) }
    },
  },
  'DELETE /tools/:id': { sample: async () => ({ path: `/tools/${await createTool(stage().shop)}` }) },
  'POST /tools/:id/documents': {
    sample: async () => ({
      path: `/tools/${await createTool(stage().shop)}/documents?kind=data-sheet`,
      body: documentForm(pdf()),
    }),
  },
  'DELETE /tools/:id/documents/:document': {
    async sample() {
      const path = `/tools/${await createTool(stage().shop)}/documents`
      const { body } = await stage().admin.call('POST', `${path}?kind=data-sheet`, documentForm(pdf()))
      return { path: `${path}/${body._id}` }
    },
  },
  'POST /tools/:id/stock': {
    sample: async () => ({
      path: `/tools/${await createTool(stage().shop)}/stock`,
      body: { delta: 5, reason: 'Delivery' },
    }),
  },
  'GET /tools/:id/stock': { sample: async () => ({ path: `/tools/${await createTool(stage().shop)}/stock?limit=2` }) },
  'GET /tools/:id/stock/level': {
    sample: async () => ({ path: `/tools/${await createTool(stage().shop)}/stock/level` }),
  },
})

export const categoryRows = (shop: () => TestShop): Record<string, Row> => ({
  'GET /brands': at('/brands?limit=2'),
  'GET /brands/by-name/:name': {
    sample: async () => ({ path: `/brands/by-name/${(await createBrand(shop())).name}` }),
  },
  'PUT /brands/:id': {
    sample: async () => ({ path: `/brands/${(await createBrand(shop())).id}`, body: { logo: null } }),
  },
  'GET /categories': at('/categories'),
  'GET /categories/all': at('/categories/all'),
  'GET /categories/tree': at('/categories/tree'),
  'GET /categories/top': at('/categories/top'),
  'GET /categories/standard': at('/categories/standard'),
  'GET /categories/by-slug/:slug': {
    sample: async () => {
      const name = randomUUID()
      await createCategory(shop(), name)
      return { path: `/categories/by-slug/${name}` }
    },
  },
  'POST /categories/standard': {
    sample: async () => ({ path: '/categories/standard', body: { branches: ['Aircraft Parts & Accessories'] } }),
  },
  'PUT /categories/:id/place': {
    sample: async () => ({ path: `/categories/${await createCategory(shop())}/place`, body: { parent: null } }),
  },
  'POST /categories': { sample: async () => ({ path: '/categories', body: { name: `Category ${randomUUID()}` } }) },
  'PUT /categories/:id': {
    sample: async () => ({ path: `/categories/${await createCategory(shop())}`, body: { name: randomUUID() } }),
  },
  'GET /categories/:id/attributes': {
    sample: async () => ({ path: `/categories/${await createCategory(shop())}/attributes` }),
  },
  'POST /categories/:id/attributes': {
    sample: async () => ({
      path: `/categories/${await createCategory(shop())}/attributes`,
      body: { name: 'Width', kind: 'text' },
    }),
  },
  'PUT /attributes/:id': {
    sample: async () => ({
      path: `/attributes/${await createAttribute(shop())}`,
      body: { name: 'Height', version: 1 },
    }),
  },
  'PUT /attributes/:id/place': {
    sample: async () => ({ path: `/attributes/${await createAttribute(shop())}/place`, body: { before: null } }),
  },
  'DELETE /attributes/:id': { sample: async () => ({ path: `/attributes/${await createAttribute(shop())}` }) },
  'DELETE /categories/:id': { sample: async () => ({ path: `/categories/${await createCategory(shop())}` }) },
})

/** The calls about the people of the shop: what they give is within a manager's role. */
export const staffRows = (shop: () => TestShop): Record<string, Row> => ({
  'GET /first-steps': at('/first-steps'),
  'GET /overview': at('/overview'),
  'POST /test-mail': at('/test-mail'),
  'GET /staff': at('/staff'),
  'PUT /staff/:id/role': {
    sample: async () => ({
      path: `/staff/${(await createPerson(shop())).accountId}/role`,
      body: { role: 'warehouse' },
    }),
  },
  'POST /staff/invitations': {
    sample: async () => ({
      path: '/staff/invitations',
      body: { email: `${randomUUID()}@example.com`, role: 'warehouse' },
    }),
  },
  'DELETE /staff/invitations/:id': {
    sample: async () => ({ path: `/staff/invitations/${await createInvitation(shop())}` }),
  },
  'POST /staff/roles': {
    sample: async () => ({ path: '/staff/roles', body: { name: randomUUID(), permissions: ['orders'] } }),
  },
  'PUT /staff/roles/:key': {
    sample: async () => ({
      path: `/staff/roles/${await createRole(shop())}`,
      body: { name: randomUUID(), permissions: ['orders'], version: 1 },
    }),
  },
  'DELETE /staff/roles/:key': {
    sample: async () => ({ path: `/staff/roles/${await createRole(shop())}` }),
  },
})

async function createRole({ db }: TestShop): Promise<string> {
  const key = randomUUID()
  await sql`insert into account_role (key, name) values (${key}, ${key})`.execute(db)
  return key
}

async function createInvitation(shop: TestShop): Promise<string> {
  const { accountId } = await createPerson(shop, 'admin')
  const id = randomUUID()
  await sql`
    insert into staff_invitation (id, email, role, invited_by, created_at, expires_at)
    values (${id}, ${`${id}@example.com`}, 'warehouse', ${accountId}, now(), now() + interval '1 day')`.execute(shop.db)
  return id
}
