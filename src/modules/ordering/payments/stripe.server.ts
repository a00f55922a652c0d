import { randomUUID } from 'node:crypto'
import { urlToHttpOptions } from 'node:url'
import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { loadedOnce } from '#platform/loaded-once'
import {
  type Intent,
  type IntentStatus,
  type NewIntent,
  type PaymentPort,
  type ProviderEvent,
  ProviderRefusal,
  ProviderUnreachable,
  type UnreadEvent,
} from './port.server.ts'
import { isStoredFailure, isReplay, isStripeError, requireObject } from './stripe-answers.server.ts'
import {
  createRefund,
  disputesSince,
  getDispute,
  listRefunds,
  refundOf,
  refundsSince,
} from './stripe-money-back.server.ts'

export type StripeOptions = {
  provider: 'sandbox' | 'stripe'
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another address of the same wire format. Asked at each request, because a port is known only after listening. */
  api?: { baseUrl: () => string }
  /** How long one try may take; there are three, with a pause between them. */
  timeoutMs?: number | undefined
}

const hostedBase = 'https://api.stripe.com/v1/'
const usualTimeoutMs = 10_000
const signatureToleranceSeconds = 300
/** The SDK's word for a signature of any age. */
const noTolerance = 0

/** The payment port on Stripe's own SDK: for Stripe, or for the sandbox at `api.baseUrl` (`http://…/sandbox/v1`). */
export function stripePayments(options: StripeOptions): PaymentPort {
  const { provider, secretKey, publishableKey, webhookSecret } = options
  // Who takes real money has the SDK from the start: no payment waits for it, or finds that it is not there.
  const load = loadedOnce(() => loadStripe(options))
  if (provider === 'stripe') void load()
  const asking = async <T>(ask: (stripe: Stripe) => T | Promise<T>): Promise<T> => {
    const stripe = await load()
    return inWordsOfThePort(() => ask(stripe))
  }
  return {
    provider,
    publishableKey,
    apiBase: provider === 'sandbox' ? '/sandbox/v1' : undefined,
    testMode: provider === 'sandbox' || /^(sk|rk)_test_/.test(secretKey),
    createIntent: onceAtATime(input => asking(stripe => createIntent(stripe, input))),
    getIntent: id => asking(stripe => getIntent(stripe, id)),
    cancelIntent: id => asking(stripe => cancelIntent(stripe, id)),
    refund: input => asking(stripe => createRefund(stripe, input)),
    listRefunds: intentId => asking(stripe => listRefunds(stripe, intentId)),
    refundsSince: since => asking(stripe => refundsSince(stripe, since)),
    getRefund: id => asking(async stripe => refundOf(await stripe.refunds.retrieve(id))),
    getDispute: id => asking(stripe => getDispute(stripe, id)),
    disputesSince: since => asking(stripe => disputesSince(stripe, since)),
    readEvent: (body, signature) => asking(stripe => readEvent(stripe, { body, signature, webhookSecret })),
  }
}

/** The SDK takes 20 MB, which a shop that only tries payments need not have before the first of them. */
async function loadStripe({ secretKey, api, timeoutMs = usualTimeoutMs }: StripeOptions): Promise<Stripe> {
  const { default: Sdk } = await import('stripe')
  return new Sdk(secretKey, {
    timeout: timeoutMs,
    // After a time-out, a broken connection, 409 or 5xx: the same request with the same key. Not after 429.
    maxNetworkRetries: 2,
    telemetry: false,
    ...(api && { httpClient: clientOf(Sdk, api.baseUrl) }),
  })
}

/** The client that the SDK uses anyway. It knows one host and one path; requests to it go to `baseUrl` instead. */
function clientOf(Sdk: typeof Stripe, baseUrl: () => string) {
  const client = Sdk.createNodeHttpClient()
  const ask = client.makeRequest.bind(client)
  client.makeRequest = async (...[host, , path, method, headers, data, , timeout]) => {
    const url = `https://${host}${path}`
    if (!url.startsWith(hostedBase)) throw new Error(`a payment request must go to ${hostedBase}, not to ${url}`)
    const to = urlToHttpOptions(new URL(`${baseUrl().replace(/\/$/, '')}/${url.slice(hostedBase.length)}`))
    const protocol = to.protocol === 'http:' ? 'http' : 'https'
    return ask(to.hostname ?? '', String(to.port ?? ''), to.path ?? '', method, headers, data, protocol, timeout)
  }
  return client
}

/**
 * Asks that are the same, while one of them is on its way, get its answer: the provider would send the second away with
 * 409, to ask again after a pause.
 */
function onceAtATime(ask: (input: NewIntent) => Promise<Intent>): (input: NewIntent) => Promise<Intent> {
  const underWay = new Map<string, Promise<Intent>>()
  return input => {
    const name = JSON.stringify(input)
    const pending = underWay.get(name)
    if (pending) return pending
    const request = ask(input).finally(() => underWay.delete(name))
    underWay.set(name, request)
    return request
  }
}

/** Under another key where the first is used up: that may leave a second intent behind, whose secret nobody is given. */
async function createIntent(stripe: Stripe, input: NewIntent): Promise<Intent> {
  try {
    return await createUnderKey(stripe, input)
  } catch (error) {
    if (!isStoredFailure(error)) throw error
    return createUnderKey(stripe, { ...input, idempotencyKey: `${input.idempotencyKey}-${randomUUID()}` })
  }
}

async function createUnderKey(stripe: Stripe, input: NewIntent): Promise<Intent> {
  const created = await stripe.paymentIntents.create(
    {
      amount: input.amount,
      currency: input.currency,
      description: `Order ${input.orderNumber}`,
      // The form is a card form: this turns the provider's own choice of payment methods off. (`payment_method_types`,
      // the older way, is refused since Stripe's API of September 2026.)
      allowed_payment_method_types: ['card'],
      metadata: { order_id: input.orderId, account_id: input.accountId, order_number: input.orderNumber },
    },
    { idempotencyKey: input.idempotencyKey },
  )
  // A replayed answer is the first one, word for word; meanwhile the intent may have been paid or cancelled.
  return intentOf(isReplay(created.lastResponse.headers) ? await stripe.paymentIntents.retrieve(created.id) : created)
}

async function getIntent(stripe: Stripe, id: string): Promise<Intent | undefined> {
  // The SDK puts the id into the address: what cannot be an id must not become another address.
  if (!/^pi_[0-9A-Za-z_]{1,250}$/.test(id)) return undefined
  try {
    return intentOf(await stripe.paymentIntents.retrieve(id))
  } catch (error) {
    if (isStripeError(error, 'StripeInvalidRequestError') && error.code === 'resource_missing') return undefined
    throw error
  }
}

async function cancelIntent(stripe: Stripe, id: string): Promise<Intent> {
  try {
    return intentOf(await stripe.paymentIntents.cancel(id))
  } catch (error) {
    const isTooLate =
      isStripeError(error, 'StripeInvalidRequestError') && error.code === 'payment_intent_unexpected_state'
    if (isTooLate) return intentOf(await stripe.paymentIntents.retrieve(id))
    throw error
  }
}

/** The SDK believes whatever is signed. */
const EventFrame = z.object({
  id: z.string().check(z.minLength(1)),
  type: z.string(),
  created: z.number(),
  data: z.object({ object: z.looseObject({}) }),
})

type SignedBody = { body: string; signature: string | undefined; webhookSecret: string }

function readEvent(stripe: Stripe, signed: SignedBody): ProviderEvent | UnreadEvent {
  const { body, signature, webhookSecret } = signed
  if (signature === undefined) return 'forged'
  try {
    const event = stripe.webhooks.constructEvent(body, signature, webhookSecret, signatureToleranceSeconds)
    const { id, type, created, data } = event
    if (!z.safeParse(EventFrame, event).success) return 'unreadable'
    return {
      id,
      type,
      intentId: intentIdOf(data.object),
      disputeId: disputeIdOf(data.object),
      createdAt: new Date(created * 1000),
      declinedAttempt:
        event.type === 'payment_intent.payment_failed'
          ? (event.data.object.last_payment_error?.charge ?? id)
          : undefined,
    }
  } catch (error) {
    if (!isStripeError(error, 'StripeSignatureVerificationError')) return 'unreadable'
    return isSigned(stripe, signed) ? 'stale' : 'forged'
  }
}

/** Whether the signature is right, however old. */
function isSigned(stripe: Stripe, { body, signature = '', webhookSecret }: SignedBody): boolean {
  try {
    stripe.webhooks.constructEvent(body, signature, webhookSecret, noTolerance)
    return true
  } catch (error) {
    return !isStripeError(error, 'StripeSignatureVerificationError')
  }
}

function disputeIdOf(object: object): string | undefined {
  const isDispute = 'object' in object && object.object === 'dispute' && 'id' in object
  return isDispute && typeof object.id === 'string' ? object.id : undefined
}

/** Events are about intents, or about charges, refunds and disputes that name theirs. */
function intentIdOf(object: object): string | undefined {
  const isIntent = 'object' in object && object.object === 'payment_intent'
  if (isIntent) return 'id' in object && typeof object.id === 'string' ? object.id : undefined
  return 'payment_intent' in object && typeof object.payment_intent === 'string' ? object.payment_intent : undefined
}

function intentOf(intent: Stripe.PaymentIntent): Intent {
  requireObject(intent, 'payment_intent')
  const error = intent.last_payment_error
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: statusOf(intent.status),
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    liveMode: intent.livemode,
    orderId: intent.metadata['order_id'],
    accountId: intent.metadata['account_id'],
    lastErrorCode: error ? (error.decline_code ?? error.code ?? error.type) : undefined,
    declinedCharge: error?.charge ?? undefined,
  }
}

const statuses: readonly IntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
]

/** A state that Stripe may add one day is neither paid nor called off: to wait is the one safe reading. */
function statusOf(status: string): IntentStatus {
  return statuses.find(candidate => candidate === status) ?? 'processing'
}

/** Speaks of the provider's failures in the port's words, so that nobody else needs to know Stripe's. */
async function inWordsOfThePort<T>(ask: () => T | Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (!isStripeError(cause)) throw cause
    const isItsOwn =
      cause.type === 'StripeConnectionError' ||
      cause.type === 'StripeAPIError' ||
      cause.type === 'StripeRateLimitError' ||
      // Another request with the same key is on its way: ask again.
      cause.code === 'idempotency_key_in_use'
    if (isItsOwn) throw new ProviderUnreachable(`the payment provider does not answer: ${cause.message}`, { cause })
    const code = cause.code ?? (cause.param && `parameter_invalid_${cause.param}`)
    throw new ProviderRefusal(`the payment provider refused: ${cause.message}`, code, { cause })
  }
}
