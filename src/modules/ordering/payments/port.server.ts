/**
 * The card payment provider as the shop sees it. One adapter speaks Stripe's API through Stripe's own SDK; the sandbox
 * is another address of the same wire format. Amounts are minor units of `currency` (lower-case ISO code).
 *
 * Every method asks over the network: never call one while holding a database transaction open.
 */
export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled'

export type Intent = {
  id: string
  /** Whoever has it can pay this intent and read its amount: for the order's owner alone, and never for the log. */
  clientSecret: string
  status: IntentStatus
  amount: number
  /** What was captured: `amount` once the status is `succeeded`, else 0. Refunds do not lower it. */
  amountReceived: number
  currency: string
  /** False in a provider's test mode. */
  liveMode: boolean
  /** What the shop wrote on it when it was made. */
  orderId: string | undefined
  accountId: string | undefined
  /** The decline code or error code of the last attempt, when it failed. */
  lastErrorCode: string | undefined
  /** The charge of the last attempt, when a card was declined: what tells one declined attempt from another. */
  declinedCharge: string | undefined
}

export type NewIntent = {
  orderId: string
  orderNumber: string
  accountId: string
  amount: number
  currency: string
  /**
   * The same key gives the same intent, however often it is sent, as it is now. Providers forget a key after a day. It
   * must change with everything that may change on the order's side: above all, an order whose intent was cancelled
   * needs a new key, or it gets the cancelled intent back; another amount under the same key is refused.
   */
  idempotencyKey: string
}

export type NewRefund = {
  intentId: string
  /** The shop's own id of the refund, written on it: how it is found again after its key is forgotten. */
  refundId: string
  /** Which try of the shop this is: from the second on it is written on the refund too. */
  tries: number
  amount: number
  idempotencyKey: string
}

/** A refund as the provider has it: asked for by the shop, or made by somebody at the provider itself. */
export type ProviderRefund = {
  id: string
  intentId: string | undefined
  amount: number
  /** `succeeded` may still turn into `failed`, for about a month; what has failed stays failed. */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  /** The provider's word for why it failed. */
  failure: string | undefined
  /** What the shop wrote on it, if the shop asked for it: its own id of the refund, and which try. */
  refundId: string | undefined
  tries: number
}

/**
 * A customer has told the bank that a payment was not right. The bank asks first (`warning_…`), or takes the money back
 * at once; the shop may answer at the provider, and wins or loses.
 */
export type ProviderDispute = {
  id: string
  intentId: string | undefined
  amount: number
  currency: string
  reason: string
  status: string
  /** Whether the payment can still be refunded: the bank has not taken the money yet. */
  isRefundable: boolean
  answerBy: Date | undefined
  createdAt: Date
}

/** A signed event, verified. Only a hint: whoever receives it fetches what it is about. It may come twice, in any order. */
export type ProviderEvent = {
  id: string
  type: string
  intentId: string | undefined
  disputeId: string | undefined
  createdAt: Date
  /** Of an event about a failed attempt: its charge, or the event's own id when the attempt came to none. */
  declinedAttempt: string | undefined
}

/**
 * Why what was sent as an event is none: not signed with the shared secret, signed more than five minutes ago (somebody
 * may have listened in and sends it again), or signed and without the shape of an event.
 */
export type UnreadEvent = 'forged' | 'stale' | 'unreadable'

/**
 * Thrown by every method when the provider cannot be reached or answers with an error of its own (5xx, too many
 * requests, time-out). Whether it acted is then unknown: ask again with the same key, or look the intent up.
 */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}

/**
 * Thrown when the provider understood and said no: a wrong API key, an unknown intent where one is needed, a refund of
 * more than is left. `code` is the provider's own word for it (`charge_already_refunded`, `resource_missing`, …); for a
 * parameter that it names without a word, `parameter_invalid_…`.
 */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
  readonly code: string | undefined

  constructor(message: string, code: string | undefined, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export type PaymentPort = {
  provider: 'sandbox' | 'stripe'
  publishableKey: string
  /** Where the browser confirms payments, when it is not Stripe's own address. */
  apiBase: string | undefined
  /** No money moves: the sandbox, or the hosted provider with its test keys. */
  testMode: boolean
  createIntent(input: NewIntent): Promise<Intent>
  /** Undefined when the provider knows no such intent. */
  getIntent(id: string): Promise<Intent | undefined>
  /**
   * Cancels if it still can be, and returns the intent as it is then: `canceled`, `succeeded` or `processing`. Any
   * number of times gives the same. An intent that the provider does not know is a `ProviderRefusal`.
   */
  cancelIntent(id: string): Promise<Intent>
  /**
   * Gives back `amount` of what was captured; the same key refunds once, for the day that providers remember a key. More
   * than is left is a `ProviderRefusal`. `pending` is not yet money back: ask again later.
   */
  refund(input: NewRefund): Promise<ProviderRefund>
  /** Every refund of an intent as it is now, whoever asked for it, oldest first. */
  listRefunds(intentId: string): Promise<ProviderRefund[]>
  /** Every refund of the provider's account that was made since then, of whatever intent. */
  refundsSince(since: Date): Promise<ProviderRefund[]>
  /** A refund as it is now. */
  getRefund(id: string): Promise<ProviderRefund>
  /** Undefined when the provider knows no such dispute. */
  getDispute(id: string): Promise<ProviderDispute | undefined>
  /** Every dispute of the provider's account that was opened since then. */
  disputesSince(since: Date): Promise<ProviderDispute[]>
  /** The event, once its signature is verified; else why it is none. */
  readEvent(body: string, signature: string | undefined): Promise<ProviderEvent | UnreadEvent>
}
