/** Rows of the sandbox's tables, and Stripe's object shapes made of them. */

/** The release of Stripe's API whose shapes these are. */
export const apiVersion = '2026-10-28.endive'

export type SandboxStatus = 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'

export type IntentRow = {
  id: string
  client_secret: string
  status: SandboxStatus
  amount: number
  amount_received: number
  amount_refunded: number
  currency: string
  description: string | null
  metadata: Record<string, string>
  latest_charge: string | null
  payment_method: string | null
  card_brand: string | null
  card_last4: string | null
  attempted_at: Date | null
  last_payment_error: Record<string, unknown> | null
  cancellation_reason: string | null
  canceled_at: Date | null
  created_at: Date
}

export type RefundRow = {
  id: string
  payment_intent_id: string
  amount: number
  currency: string
  reason: string | null
  metadata: Record<string, string>
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  failure_reason: string | null
  created_at: Date
}

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'

export type DisputeRow = {
  id: string
  payment_intent_id: string
  amount: number
  currency: string
  reason: string
  status: DisputeStatus
  evidence: string | null
  due_by: Date
  created_at: Date
}

/** The intent for the holder of the secret key. */
export function intentObject(row: IntentRow): object {
  return {
    ...publicIntentObject(row),
    amount_capturable: 0,
    amount_received: row.amount_received,
    application: null,
    application_fee_amount: null,
    customer: null,
    latest_charge: row.latest_charge,
    metadata: row.metadata,
    on_behalf_of: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    review: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  }
}

/** The intent for a browser: what the shop wrote on it (metadata) is the shop's own. */
export function publicIntentObject(row: IntentRow): object {
  return {
    id: row.id,
    object: 'payment_intent',
    amount: row.amount,
    automatic_payment_methods: null,
    canceled_at: seconds(row.canceled_at),
    cancellation_reason: row.cancellation_reason,
    capture_method: 'automatic',
    client_secret: row.client_secret,
    confirmation_method: 'automatic',
    created: seconds(row.created_at),
    currency: row.currency,
    description: row.description,
    last_payment_error: row.last_payment_error,
    livemode: false,
    next_action:
      row.status === 'requires_action'
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'sandbox_three_d_secure', source: row.latest_charge } }
        : null,
    payment_method: row.payment_method,
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    status: row.status,
  }
}

/** The charge of a paid intent, as events about refunds carry it. */
export function chargeObject(row: IntentRow, isDisputed: boolean): object {
  return {
    id: row.latest_charge,
    object: 'charge',
    amount: row.amount,
    amount_captured: row.amount_received,
    amount_refunded: row.amount_refunded,
    captured: true,
    created: seconds(row.attempted_at),
    currency: row.currency,
    description: row.description,
    disputed: isDisputed,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: row.metadata,
    paid: true,
    payment_intent: row.id,
    payment_method: row.payment_method,
    payment_method_details: { type: 'card', card: { brand: row.card_brand, last4: row.card_last4 } },
    refunded: row.amount_refunded === row.amount_received,
    status: 'succeeded',
  }
}

/** A refund; `charge` is its intent's. */
export function refundObject(row: RefundRow, charge: string | null): object {
  return {
    id: row.id,
    object: 'refund',
    amount: row.amount,
    balance_transaction: null,
    charge,
    created: seconds(row.created_at),
    currency: row.currency,
    metadata: row.metadata,
    payment_intent: row.payment_intent_id,
    reason: row.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: row.status,
    transfer_reversal: null,
    // Stripe leaves these out where they say nothing.
    ...(row.status === 'pending' && { pending_reason: 'processing' }),
    ...(row.failure_reason !== null && { failure_reason: row.failure_reason }),
  }
}

/** Whether the payment can still be refunded: the bank has not taken its money, or has given it back. */
export function isRefundable(status: DisputeStatus): boolean {
  return status.startsWith('warning_') || status === 'won'
}

/** A dispute; `charge` is its intent's. The sandbox moves no balance, so it lists no transactions of one. */
export function disputeObject(row: DisputeRow, charge: string | null): object {
  return {
    id: row.id,
    object: 'dispute',
    amount: row.amount,
    balance_transactions: [],
    charge,
    created: seconds(row.created_at),
    currency: row.currency,
    enhanced_eligibility_types: [],
    evidence: { uncategorized_text: row.evidence },
    evidence_details: {
      due_by: seconds(row.due_by),
      enhanced_eligibility: {},
      has_evidence: row.evidence !== null,
      past_due: false,
      submission_count: row.evidence === null ? 0 : 1,
      submission_method: row.evidence === null ? 'not_submitted' : 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: isRefundable(row.status),
    livemode: false,
    metadata: {},
    payment_intent: row.payment_intent_id,
    reason: row.reason,
    status: row.status,
  }
}

function seconds(moment: Date | null): number | null {
  return moment && Math.floor(moment.getTime() / 1000)
}
