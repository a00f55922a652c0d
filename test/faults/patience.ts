import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Answer, type Person, orderOf, payWithCard } from '../factories.ts'
import { eventually } from '../eventually.ts'
import type { ShopProcess } from '../shop/process.ts'

/** What callers were told while the database was away. */
export type Told = { orders: string[]; paid: number; refusals: Answer[] }

/**
 * Asks until the shop does what it is asked, or refuses by one of these codes; what else it says is kept. The shop itself never
 * goes away.
 */
export async function untilGranted(
  told: Pick<Told, 'refusals'>,
  ask: () => Promise<Answer>,
  ends: readonly string[] = [],
): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status === 200 || ends.includes(answer.body.code)) return answer
    told.refusals.push(answer)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** Somebody at one process of the shop. */
export type Customer = { shop: Pick<ShopProcess, 'address' | 'payment'>; person: Person; told: Told }

/** Places an order as a browser does, which asks again by the same key. Undefined where the stock does not suffice. */
export async function orderPatiently({ person, told }: Customer, tool: string): Promise<string | undefined> {
  const key = { 'idempotency-key': randomUUID() }
  const ask = () => person.call('POST', '/orders', orderOf(tool), key)
  const { status, body } = await untilGranted(told, ask, ['not-enough-stock'])
  if (status !== 200) return undefined
  told.orders.push(body.insertedId)
  return body.insertedId
}

export async function payPatiently({ shop, person, told }: Customer, orderId: string): Promise<void> {
  const order = await untilGranted(told, () => person.call('GET', `/orders/${orderId}`))
  const wanted = { price: order.body.price, orderId }
  const opened = await untilGranted(told, () => person.call('POST', '/create-payment-intent', wanted))
  const clientSecret: string = opened.body.clientSecret
  const payment = { clientSecret, intentId: clientSecret.split('_secret_')[0] ?? '' }
  // The provider is away with the database, or with its process; its own answer then is Stripe's for a failure.
  await eventually(
    async () => {
      const answer = await payWithCard(shop, payment).catch(() => undefined)
      return answer?.body.status ?? answer?.body.error?.payment_intent?.status
    },
    status => status === 'succeeded',
    60_000,
  )
  told.paid += 1
}

/** Refuses anything but a clear sentence that says to try again. */
export function expectClearWords(refusals: Answer[]): void {
  const words = new Set(refusals.map(({ status, body }) => `${status} ${body.code}: ${body.message}`))
  const clear = /^503 (not-ready|payment-provider-unreachable): .*(again|charged).*\.$/
  expect([...words].filter(word => !clear.test(word))).toEqual([])
}
