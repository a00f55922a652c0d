import { sql } from 'kysely'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Driver, driverOf, refusalOf } from '#test/sandbox/driver'
import { type Rig, cardForm, sdkFor, send, startRig } from '#test/sandbox/rig'

let rig: Rig
let driver: Driver

beforeAll(async () => {
  rig = await startRig()
  driver = driverOf(rig)
}, 60_000)

afterAll(() => rig.stop())

describe('an intent', () => {
  it('[D5.05] is made, read and changed in Stripe’s shape', async () => {
    const intent = await driver.create({ amount: 5990, currency: 'USD', metadata: { account_id: 'a' } })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: 5990,
      amount_received: 0,
      currency: 'usd',
      livemode: false,
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
      metadata: { order_id: '7', account_id: 'a' },
      payment_method_types: ['card'],
    })
    expect(intent.id).toMatch(/^pi_[0-9A-Za-z]{24}$/)
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`))
    expect(intent.lastResponse.requestId).toMatch(/^req_/)
    expect(Math.abs(intent.created - Date.now() / 1000)).toBeLessThan(10)
    const changed = await rig.stripe.paymentIntents.update(intent.id, {
      amount: 6100,
      metadata: { account_id: '', more: 'x' },
    })
    expect(changed).toMatchObject({ amount: 6100, metadata: { order_id: '7', more: 'x' } })
    expect(changed.metadata).not.toHaveProperty('account_id')
    expect(await rig.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ amount: 6100 })
    await driver.expectEvents(intent.id, ['payment_intent.created'])
  })

  it.each([
    [{ currency: 'usd' }, 'parameter_missing', 'amount'],
    [{ amount: '12.5', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '0', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '100000000', currency: 'usd' }, 'amount_too_large', 'amount'],
    [{ amount: '100' }, 'parameter_missing', 'currency'],
    [{ amount: '100', currency: 'usdd' }, 'parameter_invalid_string', 'currency'],
    [{ amount: '100', currency: 'usd', surprise: '1' }, 'parameter_unknown', 'surprise'],
    [{ amount: '100', currency: 'usd', capture_method: 'manual' }, 'parameter_invalid_string', 'capture_method'],
    [
      { amount: '100', currency: 'usd', 'payment_method_types[]': 'card' },
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    ],
    [{ amount: '100', currency: 'usd', 'metadata[a][b]': '1' }, 'parameter_invalid_string', 'metadata'],
  ])('refuses %j with %s', async (form, code, param) => {
    const answer = await send(rig, 'payment_intents', { key: rig.secrets.secretKey, form })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: { type: 'invalid_request_error', code, param } })
  })

  it('answers what it does not know as Stripe does', async () => {
    const unknown = await refusalOf(rig.stripe.paymentIntents.retrieve('pi_000000000000000000000000'))
    expect(unknown).toMatchObject({ statusCode: 404, code: 'resource_missing' })
    const address = await send(rig, 'customers', { key: rig.secrets.secretKey })
    expect(address).toMatchObject({ status: 404, body: { error: { type: 'invalid_request_error' } } })
    const zero = { amount: '100', currency: 'usd', 'metadata[a]': '\0' }
    expect((await send(rig, 'payment_intents', { key: rig.secrets.secretKey, form: zero })).status).toBe(400)
    expect((await send(rig, 'payment_intents/%00', { key: rig.secrets.secretKey, method: 'GET' })).status).toBe(400)
    const deep = { amount: '100', currency: 'usd', 'metadata[a][b][c][d][e][f][g]': '1' }
    expect((await send(rig, 'payment_intents', { key: rig.secrets.secretKey, form: deep })).status).toBe(400)
    const json = await fetch(`${rig.base}/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${rig.secrets.secretKey}`, 'content-type': 'application/json' },
      body: '{"amount":1}',
    })
    expect(json.status).toBe(415)
    expect(await json.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })
})

describe('a card', () => {
  it.each([
    ['4242424242424242', 'visa'],
    ['5555 5555 5555 4444', 'mastercard'],
    ['378282246310005', 'amex'],
  ])('%s pays', async (number, brand) => {
    const intent = await driver.create()
    const answer = await driver.pay(intent, number)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ status: 'succeeded', client_secret: intent.client_secret })
    expect(answer.body).not.toHaveProperty('metadata')
    const paid = await rig.stripe.paymentIntents.retrieve(intent.id)
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 5990,
      latest_charge: expect.stringMatching(/^ch_/),
    })
    const { rows } =
      await sql`select card_brand, card_last4 from sandbox.payment_intent where id = ${intent.id}`.execute(rig.db)
    expect(rows).toEqual([{ card_brand: brand, card_last4: number.slice(-4) }])
    await driver.expectEvents(intent.id, ['payment_intent.created', 'payment_intent.succeeded'])
  })

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', undefined],
    ['4111111111111111', 'card_declined', 'test_mode_live_card'],
  ])('%s is declined with %s, and another card still pays', async (number, code, declineCode) => {
    const intent = await driver.create()
    const answer = await driver.pay(intent, number)
    expect(answer.status).toBe(402)
    expect(answer.body).toMatchObject({
      error: { type: 'card_error', code, payment_intent: { id: intent.id, status: 'requires_payment_method' } },
    })
    const declined = await rig.stripe.paymentIntents.retrieve(intent.id)
    expect(declined.last_payment_error).toMatchObject({ code, ...(declineCode && { decline_code: declineCode }) })
    expect((await driver.pay(intent, '4242424242424242')).body).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    })
    await driver.expectEvents(intent.id, [
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
    ])
  })

  it.each([
    ['4242424242424241', {}, 'incorrect_number'],
    ['4242424242424242', { 'payment_method_data[card][exp_year]': '2001' }, 'invalid_expiry_year'],
    ['4242424242424242', { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
    ['4242424242424242', { 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc'],
  ])('%s with %j is unusable: no bank was asked', async (number, extra, code) => {
    const intent = await driver.create()
    expect(await driver.pay(intent, number, extra)).toMatchObject({
      status: 402,
      body: { error: { type: 'card_error', code } },
    })
    expect(await rig.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      last_payment_error: null,
      latest_charge: null,
    })
  })

  it('leaves no number and no code in the database', async () => {
    const intent = await driver.create()
    const form = { client_secret: intent.client_secret ?? '', ...cardForm('4000000000009995') }
    const headers = { 'idempotency-key': `numbers-${intent.id}` }
    await send(rig, `payment_intents/${intent.id}/confirm`, { key: rig.secrets.publishableKey, form, headers })
    await driver.pay(intent, '4111111111111111')
    const { rows } = await sql<{ all_text: string }>`
      select (select string_agg(t::text, ' ') from sandbox.payment_intent t)
        || (select string_agg(t::text, ' ') from sandbox.event t)
        || (select string_agg(t::text, ' ') from sandbox.idempotency_key t)
        || coalesce((select string_agg(data::text, ' ') from pgboss.job), '') as all_text`.execute(rig.db)
    expect(rows[0]?.all_text).toContain(intent.id)
    expect(rows[0]?.all_text).not.toMatch(/4000000000009995|4111111111111111|Rahim/)
  })

  it('is taken by Stripe’s test names from a server', async () => {
    const intent = await driver.create()
    expect(await rig.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'succeeded',
    })
    const refused = await refusalOf(rig.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }))
    expect(refused).toMatchObject({ code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } })
  })
})

describe('3-D Secure', () => {
  it.each(['4000002500003155', '4000000000003220'])(
    '[D5.06] %s waits for the challenge; passed, it pays',
    async number => {
      const intent = await driver.create()
      expect(await driver.pay(intent, number)).toMatchObject({
        status: 200,
        body: { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
      })
      expect(await driver.authenticate(intent, 'pass')).toMatchObject({
        status: 200,
        body: { status: 'succeeded', next_action: null },
      })
      expect(await driver.authenticate(intent, 'fail')).toMatchObject({
        status: 400,
        body: { error: { code: 'payment_intent_unexpected_state' } },
      })
      await driver.expectEvents(intent.id, [
        'payment_intent.created',
        'payment_intent.requires_action',
        'payment_intent.succeeded',
      ])
    },
  )

  it('failed, it waits for another card', async () => {
    const intent = await driver.create()
    await driver.pay(intent, '4000002500003155')
    const answer = await driver.authenticate(intent, 'fail')
    expect(answer.body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    await driver.expectEvents(intent.id, [
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.payment_failed',
    ])
  })

  it('can be begun again with another card, and cancelled', async () => {
    const intent = await driver.create()
    await driver.pay(intent, '4000002500003155')
    expect((await driver.pay(intent, '4242424242424242')).body).toMatchObject({ status: 'succeeded' })
    const second = await driver.create()
    await driver.pay(second, '4000002500003155')
    expect(await rig.stripe.paymentIntents.cancel(second.id)).toMatchObject({ status: 'canceled' })
    expect((await driver.authenticate(second, 'pass')).status).toBe(400)
  })
})

describe('keys and secrets', () => {
  it('refuses calls without a key, with a wrong one, and takes both ways to send it', async () => {
    const intent = await driver.create()
    const url = `${rig.base}/payment_intents/${intent.id}`
    const statusWith = async (authorization?: string) =>
      (await fetch(url, { headers: authorization ? { authorization } : {} })).status
    expect(await statusWith()).toBe(401)
    expect(await statusWith('Bearer sk_test_sandbox_wrong')).toBe(401)
    expect(await statusWith(`Bearer ${rig.secrets.secretKey}`)).toBe(200)
    expect(await statusWith(`Basic ${Buffer.from(`${rig.secrets.secretKey}:`).toString('base64')}`)).toBe(200)
    expect(await refusalOf(sdkFor(rig.base, 'sk_test_wrong').paymentIntents.retrieve(intent.id))).toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    )
  })

  it('keeps the publishable key out of the shop’s calls, and the secret key out of the customer’s', async () => {
    const intent = await driver.create()
    const browser = sdkFor(rig.base, rig.secrets.publishableKey)
    const secret = { client_secret: intent.client_secret ?? '' }
    for (const attempt of [
      () => browser.paymentIntents.create({ amount: 100, currency: 'usd' }),
      () => browser.paymentIntents.cancel(intent.id),
      () => browser.paymentIntents.update(intent.id, { amount: 1 }),
      () => browser.refunds.create({ payment_intent: intent.id }),
      () => browser.paymentIntents.retrieve(intent.id),
    ]) {
      expect(await refusalOf(attempt())).toMatchObject({ statusCode: 401, code: 'secret_key_required' })
    }
    await driver.pay(intent, '4000002500003155')
    expect((await driver.authenticate(intent, 'pass', rig.secrets.secretKey)).status).toBe(401)
    const seen = await browser.paymentIntents.retrieve(intent.id, secret)
    expect(seen).toMatchObject({ id: intent.id, status: 'requires_action' })
    expect(seen).not.toHaveProperty('metadata')
  })

  it('refuses the client secret of another intent', async () => {
    const [mine, other] = [await driver.create(), await driver.create()]
    const form = { client_secret: mine.client_secret ?? '', ...cardForm('4242424242424242') }
    const answer = await send(rig, `payment_intents/${other.id}/confirm`, { key: rig.secrets.publishableKey, form })
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'resource_missing' } } })
    expect(await rig.stripe.paymentIntents.retrieve(other.id)).toMatchObject({ status: 'requires_payment_method' })
  })
})
