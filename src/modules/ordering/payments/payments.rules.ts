/**
 * The events of the provider that the shop hears, as an endpoint at Stripe is told (README): by them money comes, goes back or is
 * disputed. Of one that was made or waits for its card's bank the shop need not be told: it asks when it matters.
 */
export const heardEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

/** The provider's word for: all of this payment has gone back. */
export const alreadyBack = 'charge_already_refunded'
