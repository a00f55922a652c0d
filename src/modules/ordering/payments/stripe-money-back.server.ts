import type Stripe from 'stripe'
import { isStoredFailure, isReplay, isStripeError, requireObject } from './stripe-answers.server.ts'
import type { NewRefund, ProviderDispute, ProviderRefund } from './port.server.ts'

/** Refunds and disputes in Stripe's words, and in the port's. */

const pageSize = 100

export async function createRefund(stripe: Stripe, input: NewRefund): Promise<ProviderRefund> {
  const { intentId, refundId, tries, amount, idempotencyKey } = input
  const metadata = { refund_id: refundId, ...(tries > 1 && { refund_try: String(tries) }) }
  const create = (key: string) =>
    stripe.refunds.create({ payment_intent: intentId, amount, metadata }, { idempotencyKey: key })
  const created = await create(idempotencyKey).catch(async (error: unknown) => {
    if (!isStoredFailure(error)) throw error
    // It may have acted all the same. The other key is one for all who ask, so that none of them asks twice.
    const made = (await listRefunds(stripe, intentId)).find(one => one.refundId === refundId && one.tries === tries)
    return made ? stripe.refunds.retrieve(made.id) : create(`${idempotencyKey}-again`)
  })
  // A replayed answer is the first one, word for word; meanwhile the refund may have failed.
  return refundOf(isReplay(created.lastResponse.headers) ? await stripe.refunds.retrieve(created.id) : created)
}

export async function listRefunds(stripe: Stripe, intentId: string): Promise<ProviderRefund[]> {
  const refunds: ProviderRefund[] = []
  // The SDK asks for one page after the other.
  for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: pageSize })) {
    refunds.push(refundOf(refund))
  }
  return refunds.toReversed()
}

export async function refundsSince(stripe: Stripe, since: Date): Promise<ProviderRefund[]> {
  const refunds: ProviderRefund[] = []
  for await (const refund of stripe.refunds.list({ created: { gte: inSeconds(since) }, limit: pageSize })) {
    refunds.push(refundOf(refund))
  }
  return refunds.toReversed()
}

export async function disputesSince(stripe: Stripe, since: Date): Promise<ProviderDispute[]> {
  const disputes: ProviderDispute[] = []
  for await (const dispute of stripe.disputes.list({ created: { gte: inSeconds(since) }, limit: pageSize })) {
    disputes.push(disputeOf(dispute))
  }
  return disputes.toReversed()
}

export async function getDispute(stripe: Stripe, id: string): Promise<ProviderDispute | undefined> {
  // The SDK puts the id into the address: what cannot be an id must not become another address.
  if (!/^(du|dp)_[0-9A-Za-z_]{1,250}$/.test(id)) return undefined
  try {
    return disputeOf(await stripe.disputes.retrieve(id))
  } catch (error) {
    if (isStripeError(error, 'StripeInvalidRequestError') && error.code === 'resource_missing') return undefined
    throw error
  }
}

export function refundOf(refund: Stripe.Refund): ProviderRefund {
  requireObject(refund, 'refund')
  const { id, amount, status, metadata } = refund
  return {
    id,
    intentId: idOf(refund.payment_intent),
    amount,
    status: refundStatusOf(status),
    failure: refund.failure_reason,
    refundId: metadata?.['refund_id'],
    tries: Number(metadata?.['refund_try'] ?? 1),
  }
}

function refundStatusOf(status: string | null): ProviderRefund['status'] {
  return status === 'succeeded' || status === 'failed' || status === 'canceled' ? status : 'pending'
}

function disputeOf(dispute: Stripe.Dispute): ProviderDispute {
  const dueBy = dispute.evidence_details.due_by
  return {
    id: dispute.id,
    intentId: idOf(dispute.payment_intent),
    amount: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    status: dispute.status,
    isRefundable: dispute.is_charge_refundable,
    // Zero when the bank takes no answer.
    answerBy: dueBy ? new Date(dueBy * 1000) : undefined,
    createdAt: new Date(dispute.created * 1000),
  }
}

function idOf(reference: string | { id: string } | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id
}

function inSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
