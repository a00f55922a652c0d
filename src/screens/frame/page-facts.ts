import { contentContract } from '#contracts/content'
import type { Call } from '#ui/calls/call.ts'
import type { Shop } from '#ui/shop.tsx'

/** What the parts of every page and screen need to know of the shop. */
export type PageFacts = { shop: Shop; hostedIdentity: boolean }

export async function readPageFacts(call: Call): Promise<PageFacts> {
  const { shop, currency, locale, timeZone, pricesAfterSignIn, identity } = await call(contentContract.getConfig, {})
  const hidden = pricesAfterSignIn && { pricesAfterSignIn: true as const }
  return { shop: { ...shop, currency, locale, timeZone, ...hidden }, hostedIdentity: identity.provider === 'firebase' }
}
