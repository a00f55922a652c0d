import { type Server, createServer } from 'node:http'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NewIntent, type PaymentPort, ProviderRefusal, ProviderUnreachable } from './port.server.ts'
import { stripePayments } from './stripe.server.ts'
import { type Rig, cardForm, portOf, send, startRig, waitFor } from '#test/sandbox/rig'

let rig: Rig
let port: PaymentPort

beforeAll(async () => {
  rig = await startRig()
  port = rig.port
}, 60_000)

afterAll(() => rig.stop())

let count = 0
function newIntent(extra: Partial<NewIntent> = {}): NewIntent {
  count += 1
  return {
    orderId: `order-${count}`,
    orderNumber: `T-${count}`,
    accountId: 'account-1',
    amount: 5990,
    currency: 'usd',
    idempotencyKey: `order-${count}/1`,
    ...extra,
  }
}

async function pay(id: string, clientSecret: string, number = '4242424242424242') {
  const form = { client_secret: clientSecret, ...cardForm(number) }
  return send(rig, `payment_intents/${id}/confirm`, { key: rig.secrets.publishableKey, form })
}

describe('the payment port on the sandbox', () => {
  it('[D5.07] opens, reads and follows a payment', async () => {
    const input = newIntent()
    const intent = await port.createIntent(input)
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount: 5990,
      amountReceived: 0,
      currency: 'usd',
      liveMode: false,
      orderId: input.orderId,
      accountId: 'account-1',
      lastErrorCode: undefined,
    })
    await pay(intent.id, intent.clientSecret, '4000000000009995')
    expect(await port.getIntent(intent.id)).toMatchObject({ lastErrorCode: 'insufficient_funds' })
    await pay(intent.id, intent.clientSecret)
    expect(await port.getIntent(intent.id)).toMatchObject({
      status: 'succeeded',
      amountReceived: 5990,
      lastErrorCode: undefined,
    })
    expect(await rig.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      metadata: { order_id: input.orderId, account_id: 'account-1', order_number: input.orderNumber },
      receipt_email: null,
    })
  })

  it('gives the same intent for the same key, as it is now', async () => {
    const input = newIntent()
    const first = await port.createIntent(input)
    await pay(first.id, first.clientSecret)
    expect(await port.createIntent(input)).toMatchObject({ id: first.id, status: 'succeeded' })
    await expect(port.createIntent({ ...input, amount: 1 })).rejects.toThrow(ProviderRefusal)
  })

  it('cancels what is open, and says what became of the rest', async () => {
    const open = await port.createIntent(newIntent())
    expect(await port.cancelIntent(open.id)).toMatchObject({ status: 'canceled' })
    expect(await port.cancelIntent(open.id)).toMatchObject({ status: 'canceled' })
    const paid = await port.createIntent(newIntent())
    await pay(paid.id, paid.clientSecret)
    expect(await port.cancelIntent(paid.id)).toMatchObject({ status: 'succeeded', amountReceived: 5990 })
    await expect(port.cancelIntent('pi_000000000000000000000000')).rejects.toMatchObject({ code: 'resource_missing' })
  })

  it('knows no intent that is not there', async () => {
    expect(await port.getIntent('pi_000000000000000000000000')).toBeUndefined()
    expect(await port.getIntent('')).toBeUndefined()
    expect(await port.getIntent('../refunds/re_1')).toBeUndefined()
  })

  it('refunds once per key, in parts, and never too much', async () => {
    const intent = await port.createIntent(newIntent())
    await pay(intent.id, intent.clientSecret)
    const input = {
      intentId: intent.id,
      refundId: 'one',
      tries: 1,
      amount: 1000,
      idempotencyKey: `refund-${intent.id}`,
    }
    const [first, again] = [await port.refund(input), await port.refund(input)]
    expect(first).toMatchObject({ amount: 1000, status: 'succeeded' })
    expect(again).toEqual(first)
    const tooMuch = port.refund({
      intentId: intent.id,
      refundId: 'two',
      tries: 1,
      amount: 4991,
      idempotencyKey: 'too-much',
    })
    await expect(tooMuch).rejects.toThrow(ProviderRefusal)
    expect(
      await port.refund({ intentId: intent.id, refundId: 'rest', tries: 1, amount: 4990, idempotencyKey: 'rest' }),
    ).toMatchObject({
      amount: 4990,
    })
    expect(await port.getIntent(intent.id)).toMatchObject({ amountReceived: 5990 })
  })

  it('lists the refunds of an intent with what the shop wrote on them, however many pages that are', async () => {
    const intent = await port.createIntent(newIntent())
    await pay(intent.id, intent.clientSecret)
    expect(await port.listRefunds(intent.id)).toEqual([])
    // More than a page.
    for (let count = 1; count <= 101; count++) {
      const refundId = `refund-${count}`
      const idempotencyKey = `${intent.id}-${count}`
      await port.refund({ intentId: intent.id, refundId, tries: count === 101 ? 2 : 1, amount: count, idempotencyKey })
    }
    await rig.stripe.refunds.create({ payment_intent: intent.id, amount: 500 })
    const refunds = await port.listRefunds(intent.id)
    expect(refunds).toHaveLength(102)
    const seen = { intentId: intent.id, status: 'succeeded', failure: undefined }
    expect(refunds.find(({ amount }) => amount === 1)).toMatchObject({ ...seen, refundId: 'refund-1', tries: 1 })
    expect(refunds.find(({ amount }) => amount === 101)).toMatchObject({ ...seen, refundId: 'refund-101', tries: 2 })
    expect(refunds.find(({ amount }) => amount === 500)).toMatchObject({ ...seen, refundId: undefined, tries: 1 })
    const since = await port.refundsSince(new Date(Date.now() - 60_000))
    expect(since.filter(({ intentId }) => intentId === intent.id)).toEqual(refunds)
    expect(await port.refundsSince(new Date(Date.now() + 60_000))).toEqual([])
  })

  it('tells its mode and where browsers pay', () => {
    expect(port).toMatchObject({ provider: 'sandbox', testMode: true, apiBase: '/sandbox/v1' })
    const keys = { publishableKey: 'pk', webhookSecret: 'whsec_x' }
    const live = stripePayments({ provider: 'stripe', secretKey: 'sk_live_x', ...keys })
    expect(live).toMatchObject({ provider: 'stripe', testMode: false, apiBase: undefined })
    expect(stripePayments({ provider: 'stripe', secretKey: 'sk_test_x', ...keys }).testMode).toBe(true)
  })
})

describe('events', () => {
  it('of the sandbox are read, for intents, charges and refunds', async () => {
    const intent = await port.createIntent(newIntent())
    await pay(intent.id, intent.clientSecret)
    await port.refund({
      intentId: intent.id,
      refundId: 'one',
      tries: 1,
      amount: 10,
      idempotencyKey: `events-${intent.id}`,
    })
    await waitFor(() => rig.received.filter(event => event.intentId === intent.id).length >= 4)
    const events = await Promise.all(rig.received.map(({ body, signature }) => port.readEvent(body, signature)))
    const read = events.filter(event => typeof event === 'object')
    expect(read).toHaveLength(events.length)
    const types = read.filter(event => event.intentId === intent.id).map(event => event.type)
    expect(types.toSorted()).toEqual([
      'charge.refunded',
      'payment_intent.created',
      'payment_intent.succeeded',
      'refund.created',
    ])
    expect(read[0]?.createdAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })

  it('[D4.22] are refused when forged, changed, stale or unsigned', async () => {
    const { webhooks } = new Stripe('sk_test_none')
    const data = { object: { id: 'pi_1', object: 'payment_intent' } }
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', created: 1, data })
    const sign = (secret: string, ageSeconds = 0) =>
      webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(Date.now() / 1000) - ageSeconds })
    const { webhookSecret } = rig.secrets
    expect(await port.readEvent(payload, sign(webhookSecret))).toMatchObject({ id: 'evt_1', intentId: 'pi_1' })
    expect(await port.readEvent(payload, sign(webhookSecret, 290))).toMatchObject({ id: 'evt_1' })
    expect(await port.readEvent(payload, sign(webhookSecret, 310))).toBe('stale')
    expect(await port.readEvent(payload, sign('whsec_other'))).toBe('forged')
    expect(await port.readEvent(payload, sign('whsec_other', 310))).toBe('forged')
    expect(await port.readEvent(payload.replace('pi_1', 'pi_2'), sign(webhookSecret))).toBe('forged')
    expect(await port.readEvent(payload, undefined)).toBe('forged')
    expect(await port.readEvent(payload, 'nonsense')).toBe('forged')
    for (const text of ['not an event', '{}', 'null', '[1]', '{"id":"evt_1","object":"event"}']) {
      const signed = webhooks.generateTestHeaderString({ payload: text, secret: webhookSecret })
      expect(await port.readEvent(text, signed)).toBe('unreadable')
    }
  })
})

describe('a provider in trouble', () => {
  let server: Server
  let requests = 0

  beforeAll(async () => {
    server = createServer((_request, response) => {
      requests += 1
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"error":{"type":"api_error","message":"boom"}}')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  })

  afterAll(() => new Promise(resolve => server.close(resolve)))

  const portAt = (baseUrl: string) =>
    stripePayments({ provider: 'sandbox', ...rig.secrets, api: { baseUrl: () => baseUrl } })

  it('is out of reach after two more tries', async () => {
    const troubled = portAt(`http://127.0.0.1:${portOf(server)}/sandbox/v1/`)
    await expect(troubled.getIntent('pi_000000000000000000000000')).rejects.toThrow(ProviderUnreachable)
    expect(requests).toBe(3)
    await expect(troubled.createIntent(newIntent())).rejects.toThrow(ProviderUnreachable)
  }, 20_000)

  it('is out of reach when nobody listens', async () => {
    await expect(portAt('http://127.0.0.1:9/sandbox/v1').cancelIntent('pi_1')).rejects.toThrow(ProviderUnreachable)
  }, 20_000)

  it('refuses a wrong key as itself, not as an outage', async () => {
    const wrong = stripePayments({
      provider: 'sandbox',
      ...rig.secrets,
      secretKey: 'sk_test_wrong',
      api: { baseUrl: () => rig.base },
    })
    await expect(wrong.getIntent('pi_000000000000000000000000')).rejects.toThrow(ProviderRefusal)
  })
})
