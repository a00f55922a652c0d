import { randomUUID } from 'node:crypto'
import { type Row, at } from './rows.ts'
import { type Person, createTool, placeOrder } from '../factories.ts'
import type { TestShop } from '../harness.ts'

export const testAddress = {
  name: 'Test Garage',
  street: '1 Test Lane',
  postalCode: '45402',
  city: 'Dayton',
  region: 'OH',
  country: 'US',
  phone: '+1 555 010 0148',
}

/** The calls about baskets and the addresses that they go to. */
export function basketRows(shop: () => TestShop): Record<string, Row> {
  const lines = async (quantity = 1) => ({ lines: [{ tools_id: await createTool(shop()), quantity }] })
  const ownLine = async (owner: Person): Promise<string> => {
    const { body } = await owner.call('PUT', '/basket/lines', await lines())
    return `/basket/lines/${body.lines.at(-1).id}`
  }
  const ownAddress = async (owner: Person): Promise<string> =>
    `/addresses/${(await owner.call('POST', '/addresses', testAddress)).body.insertedId}`
  const newList = async () => ({ name: `List ${randomUUID()}`, ...(await lines()) })
  const ownList = async (owner: Person): Promise<string> =>
    `/lists/${(await owner.call('POST', '/lists', await newList())).body.insertedId}`
  return {
    'GET /basket': at('/basket'),
    'GET /basket/count': at('/basket/count'),
    'PUT /basket/lines': { sample: async () => ({ path: '/basket/lines', body: await lines() }) },
    'POST /basket/lines': { sample: async () => ({ path: '/basket/lines', body: await lines() }) },
    'PUT /basket/joined': { sample: async () => ({ path: '/basket/joined', body: await lines() }) },
    'PUT /basket/lines/:id': { sample: async owner => ({ path: await ownLine(owner), body: { quantity: 2 } }) },
    'DELETE /basket/lines/:id': { sample: async owner => ({ path: await ownLine(owner) }) },
    'PUT /basket/accepted': { sample: async () => ({ path: '/basket/accepted', body: { changes: [] } }) },
    'POST /basket/order': {
      async sample(owner) {
        await ownLine(owner)
        return { path: '/basket/order', body: { address: testAddress } }
      },
    },
    'POST /basket/priced': { sample: async () => ({ path: '/basket/priced', body: { lines: [] } }) },
    'GET /lists': at('/lists'),
    'GET /often-ordered': at('/often-ordered'),
    'POST /lists': { sample: async () => ({ path: '/lists', body: await newList() }) },
    'GET /lists/:id': { sample: async owner => ({ path: await ownList(owner) }) },
    'PUT /lists/:id': {
      sample: async owner => ({ path: await ownList(owner), body: { name: `Renamed ${randomUUID()}` } }),
    },
    'DELETE /lists/:id': { sample: async owner => ({ path: await ownList(owner) }) },
    'POST /lists/:id/basket': { sample: async owner => ({ path: `${await ownList(owner)}/basket` }) },
    'POST /lists/:id/lines': {
      sample: async owner => ({ path: `${await ownList(owner)}/lines`, body: await lines() }),
    },
    'PUT /lists/:id/lines/:line': {
      sample: async owner => ({ path: `${await ownList(owner)}/lines/1`, body: { quantity: 2 } }),
    },
    'DELETE /lists/:id/lines/:line': { sample: async owner => ({ path: `${await ownList(owner)}/lines/1` }) },
    'POST /orders/:id/basket': {
      sample: async owner => ({ path: `/orders/${await placeOrder(owner, await createTool(shop()))}/basket` }),
    },
    'GET /addresses': at('/addresses'),
    'POST /addresses': { sample: async () => ({ path: '/addresses', body: testAddress }) },
    'PUT /addresses/:id': { sample: async owner => ({ path: await ownAddress(owner), body: testAddress }) },
    'PUT /addresses/:id/default': { sample: async owner => ({ path: `${await ownAddress(owner)}/default` }) },
    'DELETE /addresses/:id': { sample: async owner => ({ path: await ownAddress(owner) }) },
  }
}
