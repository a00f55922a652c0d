import { randomUUID } from 'node:crypto'
import { type Row, at } from './rows.ts'
import { eventually } from '../eventually.ts'
import { type Person, createTool, openPayment, orderOf, payWithCard, placeOrder } from '../factories.ts'
import type { TestShop } from '../harness.ts'

const unpaidOrder = async (shop: TestShop, owner: Person) => placeOrder(owner, await createTool(shop))

async function paidOrder(shop: TestShop, owner: Person): Promise<{ order: string; transactionId: string }> {
  const order = await unpaidOrder(shop, owner)
  const payment = await openPayment(owner, order)
  await payWithCard(shop, payment)
  await eventually(
    async () => (await owner.call('GET', `/orders/${order}`)).body.paid,
    paid => paid === true,
  )
  return { order, transactionId: payment.intentId }
}

/** The calls about orders and their money. */
export const orderRows = (stage: () => { shop: TestShop; admin: Person }): Record<string, Row> => ({
  'POST /orders': { sample: async () => ({ path: '/orders', body: orderOf(await createTool(stage().shop)) }) },
  'POST /order-pad': {
    sample: async () => ({ path: '/order-pad', body: { rows: [{ number: 'BM-88', quantity: 1 }] } }),
  },
  'GET /orders': { sample: async owner => ({ path: `/orders?email=${owner.email}` }) },
  'GET /orders/:id': { sample: async owner => ({ path: `/orders/${await unpaidOrder(stage().shop, owner)}` }) },
  'DELETE /orders/:id': { sample: async owner => ({ path: `/orders/${await unpaidOrder(stage().shop, owner)}` }) },
  'GET /allOrders': at('/allOrders?limit=2'),
  'GET /orders/:id/timeline': {
    sample: async owner => ({ path: `/orders/${await unpaidOrder(stage().shop, owner)}/timeline` }),
  },
  'POST /orders/:id/shipment': {
    sample: async owner => ({
      path: `/orders/${(await paidOrder(stage().shop, owner)).order}/shipment`,
      body: { carrier: 'Sundarban Courier', tracking: 'SC-1' },
    }),
  },
  'POST /orders/:id/delivery': {
    async sample(owner) {
      const { order } = await paidOrder(stage().shop, owner)
      await stage().admin.call('POST', `/orders/${order}/shipment`, { carrier: 'Sundarban Courier' })
      return { path: `/orders/${order}/delivery` }
    },
  },
  'GET /orders/:id/refunds': {
    sample: async owner => ({ path: `/orders/${await unpaidOrder(stage().shop, owner)}/refunds` }),
  },
  'POST /orders/:id/refunds': {
    sample: async owner => ({
      path: `/orders/${(await paidOrder(stage().shop, owner)).order}/refunds`,
      body: { amount: 1 },
    }),
  },
  'POST /orders/:id/refunds/:refundId/tries': {
    async sample(owner) {
      const { order } = await paidOrder(stage().shop, owner)
      const { body } = await stage().admin.call('POST', `/orders/${order}/refunds`, { amount: 1 })
      return { path: `/orders/${order}/refunds/${body.insertedId}/tries`, body: { tries: 1 } }
    },
  },
  'GET /orders/:id/disputes': {
    sample: async owner => ({ path: `/orders/${await unpaidOrder(stage().shop, owner)}/disputes` }),
  },
  'POST /create-payment-intent': {
    async sample(owner) {
      const orderId = await unpaidOrder(stage().shop, owner)
      const { price } = (await owner.call('GET', `/orders/${orderId}`)).body
      return { path: '/create-payment-intent', body: { price, orderId } }
    },
  },
  'PATCH /tools/:id': {
    async sample(owner) {
      const { order, transactionId } = await paidOrder(stage().shop, owner)
      return { path: `/tools/${order}`, body: { tool: order, transactionId } }
    },
  },
  'GET /payment/:id': { sample: async owner => ({ path: `/payment/${(await paidOrder(stage().shop, owner)).order}` }) },
})

/** The calls of the order desk. */
export const orderDeskRows = (stage: () => { shop: TestShop; admin: Person }): Record<string, Row> => {
  const body = { csv: 'order,carrier\nT-0,Sundarban Courier' }
  const note = { text: 'Rings back' }
  return {
    'GET /orderFilters': at('/orderFilters'),
    'POST /orderFilters': {
      sample: async () => ({
        path: '/orderFilters',
        body: { name: 'To pack', query: { state: 'open' }, shared: false },
      }),
    },
    'DELETE /orderFilters/:id': {
      async sample(_owner, staff) {
        const filter = { name: randomUUID(), query: {}, shared: false }
        return { path: `/orderFilters/${(await staff.call('POST', '/orderFilters', filter)).body.insertedId}` }
      },
    },
    'POST /shipments': { sample: async () => ({ path: '/shipments', body }) },
    'POST /shipments/preview': { sample: async () => ({ path: '/shipments/preview', body }) },
    'GET /orders/:id/notes': {
      sample: async owner => ({ path: `/orders/${await unpaidOrder(stage().shop, owner)}/notes` }),
    },
    'POST /orders/:id/notes': {
      sample: async owner => ({ path: `/orders/${await unpaidOrder(stage().shop, owner)}/notes`, body: note }),
    },
    'DELETE /orders/:id/notes/:noteId': {
      async sample(owner) {
        const path = `/orders/${await unpaidOrder(stage().shop, owner)}/notes`
        return { path: `${path}/${(await stage().admin.call('POST', path, note)).body.insertedId}` }
      },
    },
    'PUT /orders/:id/parcels/:parcelId': {
      async sample(owner) {
        const path = `/orders/${(await paidOrder(stage().shop, owner)).order}`
        await stage().admin.call('POST', `${path}/shipment`, { carrier: 'Sundarban Courier' })
        const [parcel] = (await owner.call('GET', path)).body.parcels
        return { path: `${path}/parcels/${parcel._id}`, body: { carrier: 'Another' } }
      },
    },
    'POST /orders/:id/cancellation': {
      sample: async owner => ({
        path: `/orders/${await unpaidOrder(stage().shop, owner)}/cancellation`,
        body: { lines: [{ position: 1, quantity: 1, left: 1 }] },
      }),
    },
  }
}
