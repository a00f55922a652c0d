import type { Stripe, StripeElements } from '@stripe/stripe-js'
import * as z from 'zod/mini'
import { paymentsTexts } from '#texts/ordering'
import { type CardElementOptions, type CardFailure, type CardValues, SandboxCardElement } from './card-element.ts'
import { askChallenge } from './challenge.ts'

export type SandboxStripeOptions = {
  publishableKey: string
  /** The sandbox's address, such as `/sandbox/v1`. */
  apiBase: string
  /** Class names for the dialog of the 3-D Secure challenge, which stands outside of the form. */
  dialogClass?: string
}

const timeoutMs = 30_000

const WireError = z.looseObject({ type: z.string(), code: z.optional(z.string()), message: z.optional(z.string()) })
const WireIntent = z.looseObject({
  id: z.string(),
  object: z.literal('payment_intent'),
  status: z.string(),
  last_payment_error: z.nullable(WireError),
})
type WireIntent = z.infer<typeof WireIntent>
type WireError = z.infer<typeof WireError>
type Result =
  | { paymentIntent: WireIntent; error?: undefined }
  | { error: WireError | CardFailure; paymentIntent?: undefined }

type ConfirmData = {
  payment_method?: string | { card?: unknown; billing_details?: { name?: string | null; email?: string | null } }
}

/**
 * The sandbox's Stripe.js: as much of it as `<Elements>`, `<CardElement>` and a card form use. What is left out throws
 * when it is called, so that nobody builds on something that only seems to work.
 */
export function sandboxStripe(options: SandboxStripeOptions): Stripe {
  if (!options.publishableKey.startsWith('pk_')) {
    throw new Error('The browser is given the publishable key (pk_…). A secret key must never come here.')
  }
  return standIn<Stripe>('stripe', {
    elements: () => createElements(),
    confirmCardPayment: (clientSecret: string, data?: ConfirmData, settings?: { handleActions?: boolean }) =>
      confirmCardPayment({ ...options, clientSecret }, data, settings?.handleActions !== false),
    retrievePaymentIntent: (clientSecret: string) => ask({ ...options, clientSecret }, '', undefined),
    createPaymentMethod: () => refuse('createPaymentMethod'),
    createToken: () => refuse('createToken'),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  })
}

type Attempt = SandboxStripeOptions & { clientSecret: string }

async function confirmCardPayment(
  attempt: Attempt,
  data: ConfirmData | undefined,
  handlesActions: boolean,
): Promise<Result> {
  const method = data?.payment_method
  const card = typeof method === 'object' && method.card instanceof SandboxCardElement ? method.card : undefined
  if (method !== undefined && !card) return refuse('confirmCardPayment without a card element')
  const reading = card?.read()
  if (reading && 'failure' in reading) return { error: reading.failure }
  // Without a card, the payment that is under way is only followed, as Stripe does.
  const result = reading
    ? await ask(attempt, '/confirm', confirmForm(reading.values, typeof method === 'object' ? method : {}))
    : await ask(attempt, '', undefined)
  if (result.paymentIntent?.status !== 'requires_action' || !handlesActions) return result
  return challenge(attempt, card?.ended)
}

async function challenge(attempt: Attempt, ended: AbortSignal | undefined): Promise<Result> {
  const outcome = await askChallenge(attempt.dialogClass ?? '', ended)
  const failure = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: paymentsTexts.sandbox.authentication_failure,
  }
  if (outcome === 'left') return { error: failure }
  const result = await ask(attempt, '/authenticate', { outcome })
  if (!result.paymentIntent || result.paymentIntent.status === 'succeeded') return result
  return { error: { ...(result.paymentIntent.last_payment_error ?? failure), payment_intent: result.paymentIntent } }
}

type Billing = { billing_details?: { name?: string | null; email?: string | null } }

function confirmForm(values: CardValues, { billing_details: billing }: Billing): Record<string, string> {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': values.number,
    'payment_method_data[card][exp_month]': String(values.month),
    'payment_method_data[card][exp_year]': String(values.year),
    'payment_method_data[card][cvc]': values.cvc,
    ...(billing?.name && { 'payment_method_data[billing_details][name]': billing.name }),
    ...(billing?.email && { 'payment_method_data[billing_details][email]': billing.email }),
  }
}

/** One call to the sandbox: a POST with a form, else a GET. Never throws: failures are errors in Stripe's words. */
async function ask(attempt: Attempt, path: string, form: Record<string, string> | undefined): Promise<Result> {
  const { apiBase, publishableKey, clientSecret } = attempt
  const id = clientSecret.split('_secret_')[0] ?? ''
  const query = form ? '' : `?${new URLSearchParams({ client_secret: clientSecret })}`
  const request = {
    method: form ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${publishableKey}` },
    signal: AbortSignal.timeout(timeoutMs),
    ...(form && { body: new URLSearchParams({ client_secret: clientSecret, ...form }) }),
  }
  try {
    const response = await fetch(`${apiBase}/payment_intents/${encodeURIComponent(id)}${path}${query}`, request)
    return readAnswer(await response.json())
  } catch (cause) {
    // A body that is no JSON came from something between here and the sandbox.
    const message =
      cause instanceof SyntaxError ? paymentsTexts.connection.unreadable : paymentsTexts.connection.unreachable
    return { error: { type: 'api_connection_error', message } }
  }
}

function readAnswer(answer: unknown): Result {
  const failed = z.safeParse(z.object({ error: WireError }), answer)
  if (failed.success) return { error: failed.data.error }
  const intent = z.safeParse(WireIntent, answer)
  if (intent.success) return { paymentIntent: intent.data }
  return { error: { type: 'api_error', message: paymentsTexts.connection.unreadable } }
}

/** A group of elements; the sandbox has one kind. */
function createElements(): StripeElements {
  let card: SandboxCardElement | undefined
  return standIn<StripeElements>('elements', {
    create: (type: string, options?: CardElementOptions) => {
      if (type !== 'card') return refuse(`elements.create('${type}')`)
      if (card && !card.ended.aborted) throw new Error('There is a card element already: destroy it first.')
      card = new SandboxCardElement(options)
      return card
    },
    // React's components name themselves by this mark; everybody else by the word.
    getElement: (type: string | { __elementType?: string }) => {
      const name = typeof type === 'string' ? type : type.__elementType
      return name === 'card' && card && !card.ended.aborted ? card : null
    },
    update: () => undefined,
  })
}

function refuse(name: string): never {
  throw new Error(`The sandbox has no ${name}.`)
}

/**
 * Gives `parts` the type of the object that they stand in for. The claim is kept at run time: whatever is not among
 * the parts is there all the same, as a function that says that the sandbox does not have it.
 */
function standIn<T extends object>(name: string, parts: Record<string, unknown>): T {
  const proxy = new Proxy(parts, {
    get(target, property) {
      if (typeof property === 'symbol' || Object.hasOwn(target, property)) return Reflect.get(target, property)
      // Not a promise: who awaits it gets itself. And React's developer tools may look at anything.
      if (property === 'then' || property === 'toJSON' || property.startsWith('$$')) return undefined
      return () => refuse(`${name}.${property}`)
    },
  })
  return proxy as unknown as T
}
