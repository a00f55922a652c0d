import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { accessTokens } from '#services/accounts'
import { benchId } from '../orders/shop.ts'

/** Each from an address of its own. */
export const buyersAtOnce = 8

/** An order on its way, with what its next step needs. */
export type Order = { buyer: number; id: string; intentId: string; clientSecret: string }

/** What buyers do, each over a connection that stays open. */
export type Buyers = {
  place(buyer: number, tool: string): Promise<Order>
  open(order: Order): Promise<void>
  pay(order: Order): Promise<void>
  report(order: Order): Promise<void>
  isPaid(order: Order): Promise<boolean>
}

type Sent = { buyer: number; method: string; path: string; type?: string; body?: string; authorization: string }

export async function buyersOf(address: string, secret: string): Promise<Buyers> {
  const tokens = accessTokens([secret])
  const bearers = Array.from({ length: buyersAtOnce }, (_, buyer) => {
    const id = benchId(buyer)
    return `Bearer ${tokens.sign({ accountId: id, sessionId: id }, new Date(Date.now() + 3_600_000)).token}`
  })
  const agents = bearers.map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
  const send = ({ buyer, method, path, type = 'application/json', body = '', authorization }: Sent) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const headers = {
        authorization,
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
      }
      const options = { agent: agents[buyer], localAddress: `127.4.0.${buyer + 1}`, method, headers }
      request(address + path, options, answer => {
        let text = ''
        answer.setEncoding('utf8').on('data', part => (text += String(part)))
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(JSON.parse(text || '{}'))
          else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`))
        })
      })
        .on('error', reject)
        .end(body)
    })
  const call = (buyer: number, method: string, path: string, body?: object) =>
    send({
      buyer,
      method,
      path: `/api${path}`,
      authorization: bearers[buyer] ?? '',
      ...(body && { body: JSON.stringify(body) }),
    })
  const config = await call(0, 'GET', '/config')
  const { publishableKey } = config['payments'] as { publishableKey: string }
  return {
    async place(buyer, tool) {
      const order = { tools_id: tool, quantity: 1, phone: '+1 555 010 0148', company: 'Bench', address: '1 Lane' }
      const { insertedId } = await call(buyer, 'POST', '/orders', order)
      return { buyer, id: String(insertedId), intentId: '', clientSecret: '' }
    },
    async open(order) {
      const { price } = await call(order.buyer, 'GET', `/orders/${order.id}`)
      const wanted = { price, orderId: order.id }
      const { clientSecret } = await call(order.buyer, 'POST', '/create-payment-intent', wanted)
      order.clientSecret = String(clientSecret)
      order.intentId = order.clientSecret.split('_secret_')[0] ?? ''
    },
    async pay({ buyer, intentId, clientSecret }) {
      const card = {
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 2),
        'payment_method_data[card][cvc]': '123',
      }
      await send({
        buyer,
        method: 'POST',
        path: `/sandbox/v1/payment_intents/${intentId}/confirm`,
        type: 'application/x-www-form-urlencoded',
        body: new URLSearchParams(card).toString(),
        authorization: `Bearer ${publishableKey}`,
      })
    },
    async report({ buyer, id, intentId }) {
      await call(buyer, 'PATCH', `/tools/${id}`, { tool: id, transactionId: intentId })
    },
    async isPaid({ buyer, id }) {
      return (await call(buyer, 'GET', `/orders/${id}`))['paid'] === true
    },
  }
}
