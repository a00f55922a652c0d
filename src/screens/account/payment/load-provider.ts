import type { Stripe } from '@stripe/stripe-js'

/** The payment part of `/api/config`. */
export type PaymentsConfig = {
  provider: 'sandbox' | 'stripe'
  publishableKey: string
  /** Where the browser confirms payments, when it is not Stripe's own address. */
  apiBase?: string | undefined
  testMode: boolean
}

const loading = new Map<string, Promise<Stripe>>()

/**
 * Stripe.js for the hosted provider, its stand-in for the sandbox; each loaded only where it is used, so that in
 * sandbox mode nothing is asked of Stripe's host. One for a page; after a failure it may be asked for again.
 */
export function loadProvider(config: PaymentsConfig, dialogClass: string): Promise<Stripe> {
  const key = `${config.provider} ${config.publishableKey} ${config.apiBase ?? ''}`
  const existing = loading.get(key)
  if (existing) return existing
  const promise = config.provider === 'stripe' ? loadHosted(config) : loadSandbox(config, dialogClass)
  loading.set(key, promise)
  promise.catch(() => loading.delete(key))
  return promise
}

async function loadHosted({ publishableKey }: PaymentsConfig): Promise<Stripe> {
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js loads in browsers only')
  return stripe
}

async function loadSandbox({ publishableKey, apiBase }: PaymentsConfig, dialogClass: string): Promise<Stripe> {
  const { sandboxStripe } = await import('./sandbox-card/stripe.ts')
  return sandboxStripe({ publishableKey, apiBase: apiBase ?? '/sandbox/v1', dialogClass })
}
