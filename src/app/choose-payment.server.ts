import { sandboxPath } from '#dev/stripe-sandbox'
import { StartupProblem } from '#platform/startup'
import { stripePayments } from '#services/ordering'
import type { ShopOptions, Whereabouts } from './compose-parts.server.ts'

/** The payment provider that the settings name: Stripe, or the sandbox where nobody else reaches the shop. */
export function choosePayment({ settings, sandboxSecrets, providerDetour: detour }: ShopOptions, where: Whereabouts) {
  if (settings.stripe) {
    const led = detour?.api?.('https://api.stripe.com/v1')
    return stripePayments({ provider: 'stripe', ...settings.stripe, ...(led && { api: { baseUrl: () => led } }) })
  }
  if (!settings.loopbackOnly && !settings.allowSandbox) {
    throw new StartupProblem(
      'Others can reach this shop, so it needs a real payment provider: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or ALLOW_SANDBOX=yes to show it with test cards.',
    )
  }
  return stripePayments({
    provider: 'sandbox',
    ...sandboxSecrets,
    timeoutMs: detour?.timeoutMs,
    api: {
      baseUrl: () => {
        const url = `${where.ownUrl()}${sandboxPath}`
        return detour?.api?.(url) ?? url
      },
    },
  })
}
