import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Driver, driverOf, refusalOf } from '#test/sandbox/driver'
import { type Rig, send, startRig, waitFor } from '#test/sandbox/rig'

let rig: Rig
let driver: Driver

beforeAll(async () => {
  rig = await startRig()
  driver = driverOf(rig)
}, 60_000)

afterAll(() => rig.stop())

async function paidWith(card: string, amount = 5000) {
  const intent = await driver.create({ amount, currency: 'usd' })
  expect((await driver.pay(intent, card)).body).toMatchObject({ status: 'succeeded' })
  return intent
}

const refund = (payment_intent: string, amount?: number) =>
  rig.stripe.refunds.create({ payment_intent, ...(amount !== undefined && { amount }) })

/** The objects in the events of a type about an intent, as Stripe’s SDK types them. */
const objectsOf = (intentId: string, type: string) =>
  driver
    .eventsOf(intentId)
    .filter(event => event.type === type)
    .map(event => (JSON.parse(event.body) as Stripe.Event).data.object)

const paidEvents = ['payment_intent.created', 'payment_intent.succeeded']
const refundEvents = ['refund.created', 'charge.refunded', 'refund.updated', 'charge.refund.updated']

describe('a refund', () => {
  it('by 4000 0000 0000 5126 is done, and fails later: its money can be refunded again', async () => {
    const intent = await paidWith('4000000000005126')
    const made = await refund(intent.id, 2000)
    expect(made).toMatchObject({ status: 'succeeded', amount: 2000 })
    expect(made.failure_reason).toBeUndefined()
    await driver.expectEvents(intent.id, [...paidEvents, ...refundEvents, 'refund.failed'])
    const failed = { id: made.id, object: 'refund', status: 'failed', failure_reason: 'expired_or_canceled_card' }
    expect(objectsOf(intent.id, 'refund.failed')).toMatchObject([{ ...failed, payment_intent: intent.id }])
    expect(objectsOf(intent.id, 'refund.created')).toMatchObject([{ id: made.id, status: 'succeeded' }])
    expect(await rig.stripe.refunds.retrieve(made.id)).toMatchObject(failed)
    // Nothing of it has left: all of the payment can go back.
    expect(await refund(intent.id)).toMatchObject({ amount: 5000 })
  })

  it('by 4000 0000 0000 7726 waits, and is done later', async () => {
    const intent = await paidWith('4000000000007726')
    const made = await refund(intent.id)
    expect(made).toMatchObject({ status: 'pending', pending_reason: 'processing' })
    expect(await refusalOf(refund(intent.id))).toMatchObject({ code: 'charge_already_refunded' })
    await driver.expectEvents(intent.id, [...paidEvents, ...refundEvents])
    expect(objectsOf(intent.id, 'refund.updated')).toMatchObject([{ id: made.id, status: 'succeeded' }])
    expect(await rig.stripe.refunds.retrieve(made.id)).toMatchObject({ status: 'succeeded' })
  })

  it('is listed with all others since a moment, whatever their intents', async () => {
    const [first, second] = [await paidWith('4242424242424242'), await paidWith('4242424242424242')]
    const made = [await refund(first.id, 100), await refund(second.id, 200)]
    const gte = Math.floor(Date.now() / 1000) - 60
    const { data } = await rig.stripe.refunds.list({ created: { gte }, limit: 100 })
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(made.map(({ id }) => id)))
    expect((await rig.stripe.refunds.list({ created: { gte: gte + 3600 } })).data).toEqual([])
    const malformed = await send(rig, 'refunds?created[gte]=soon', { key: rig.secrets.secretKey, method: 'GET' })
    expect(malformed).toMatchObject({ status: 400, body: { error: { param: 'created' } } })
  })
})

describe('a payment by 4000 0000 0000 0259', () => {
  async function disputed() {
    const intent = await paidWith('4000000000000259')
    await driver.expectEvents(intent.id, [...paidEvents, 'charge.dispute.created', 'charge.dispute.funds_withdrawn'])
    const { data } = await rig.stripe.disputes.list({ payment_intent: intent.id })
    if (!data[0]) throw new Error('the payment is not disputed')
    return { intent, dispute: data[0] }
  }

  it('[D5.05] is disputed in Stripe’s words, and cannot be refunded', async () => {
    const { intent, dispute } = await disputed()
    expect(dispute).toMatchObject({
      object: 'dispute', amount: 5000, currency: 'usd', payment_intent: intent.id, reason: 'fraudulent',
      status: 'needs_response', is_charge_refundable: false, livemode: false,
    }) // prettier-ignore
    expect(dispute.evidence_details).toMatchObject({ has_evidence: false, submission_count: 0 })
    expect(dispute.evidence_details.due_by).toBeGreaterThan(Date.now() / 1000)
    expect(objectsOf(intent.id, 'charge.dispute.created')).toMatchObject([{ id: dispute.id, charge: dispute.charge }])
    expect(await rig.stripe.disputes.retrieve(dispute.id)).toMatchObject({ id: dispute.id })
    expect(await rig.port.getDispute(dispute.id)).toMatchObject({
      id: dispute.id, intentId: intent.id, amount: 5000, status: 'needs_response', isRefundable: false,
    }) // prettier-ignore
    expect(await refusalOf(refund(intent.id))).toMatchObject({ statusCode: 400, code: 'charge_disputed' })
    expect(await refusalOf(rig.stripe.disputes.retrieve('du_none'))).toMatchObject({ code: 'resource_missing' })
    expect(await rig.port.getDispute('du_none')).toBeUndefined()
    expect(await rig.port.getDispute('../refunds/re_1')).toBeUndefined()
  })

  it('is won by winning evidence, and lost by giving in; each once', async () => {
    const { intent, dispute } = await disputed()
    const evidence = { uncategorized_text: 'winning_evidence' }
    const answered = await rig.stripe.disputes.update(dispute.id, { evidence })
    expect(answered).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } })
    await waitFor(() => objectsOf(intent.id, 'charge.dispute.funds_reinstated').length > 0)
    await waitFor(() => objectsOf(intent.id, 'charge.dispute.closed').length > 0)
    expect(objectsOf(intent.id, 'charge.dispute.closed')).toMatchObject([{ status: 'won' }])
    expect(await refund(intent.id)).toMatchObject({ amount: 5000 })
    expect(await refusalOf(rig.stripe.disputes.close(dispute.id))).toMatchObject({ statusCode: 400 })

    const other = await disputed()
    expect(await rig.stripe.disputes.close(other.dispute.id)).toMatchObject({ status: 'lost' })
    await waitFor(() => objectsOf(other.intent.id, 'charge.dispute.closed').length > 0)
    expect(await refusalOf(refund(other.intent.id))).toMatchObject({ code: 'charge_disputed' })
    expect(await refusalOf(rig.stripe.disputes.update(other.dispute.id, { evidence }))).toMatchObject({
      statusCode: 400,
    })
    const since = await rig.port.disputesSince(new Date(Date.now() - 60_000))
    expect(since.map(({ id, status }) => [id, status])).toEqual(
      expect.arrayContaining([
        [dispute.id, 'won'],
        [other.dispute.id, 'lost'],
      ]),
    )
  })
})

it('a payment by 4000 0000 0000 1976 is asked about, and a refund is still taken', async () => {
  const intent = await paidWith('4000000000001976')
  await driver.expectEvents(intent.id, [...paidEvents, 'charge.dispute.created'])
  expect(objectsOf(intent.id, 'charge.dispute.created')).toMatchObject([
    { status: 'warning_needs_response', is_charge_refundable: true },
  ])
  expect(await refund(intent.id)).toMatchObject({ status: 'succeeded' })
})
