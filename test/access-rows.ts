import { randomUUID } from 'node:crypto'
import { type Person, createAttribute, createCategory, createTool, createVehicle } from './factories.ts'
import type { TestShop } from './harness.ts'

export type Sample = { path: string; body?: unknown; headers?: Record<string, string> }
/** A request that its owner may make, about things made for it alone. */
export type Row = {
  sample(owner: Person): Promise<Sample>
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

export const categoryRows = (shop: () => TestShop): Record<string, Row> => ({
  'GET /categories': at('/categories'),
  'GET /categories/all': at('/categories/all'),
  'GET /categories/tree': at('/categories/tree'),
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

/** The calls of the order desk, of orders that `paid` and `unpaid` make for a person. */
export const orderDeskRows = (): Record<string, Row> => {
  const body = { csv: 'order,carrier\nT-0,Sundarban Courier' }
  return {
    'POST /shipments': { sample: async () => ({ path: '/shipments', body }) },
    'POST /shipments/preview': { sample: async () => ({ path: '/shipments/preview', body }) },
  }
}
