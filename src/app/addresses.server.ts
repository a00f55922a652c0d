import { addressWith } from '#platform/changes/response-cache'
import { holdsVin } from '#services/finder'

/** The addresses of the application around an account (`screens/routes.ts`), with the data of its screens. */
export const isScreen = (address: string) =>
  /^\/(?:login|signUp|forgot-password|reset-password|confirm-email|order-pad|purchase|basket|checkout|dashboard)(?:[/.?]|$)/i.test(
    address,
  )

/**
 * Pages of the catalogue and of the shop's own words. Not those with a VIN, which is somebody's own, nor
 * the others, whose addresses may hold the secret of a mailed link.
 */
const isPublicPage = (address: string) =>
  /^\/(?:$|[?]|(?:shop|blog|pages)(?:[/?]|$))/.test(address) && !namesVin(address)

/**
 * All that public pages read of their query: the list, the selector of vehicles, and the places of lists within a page.
 * Others, such as `utm_source`, change nothing on a page and make no other one of it.
 */
const parameters: ReadonlySet<string> = new Set(
  `q vehicle category brand fit position minPrice maxPrice inStock rating sort asTyped view after
    year make model engine vin reviews fitment`.split(/\s+/),
)
/** Those of attributes are called as the shop's attributes are. */
export const pageParameters = { has: (name: string): boolean => parameters.has(name) || name.startsWith('attr.') }

/** What decides the answer to the address of a public page; undefined for others. */
export const publicAddress = (address: string) =>
  isPublicPage(address) ? addressWith(address, pageParameters) : undefined

/** Whether an address names a VIN: as such, or among the words that somebody looks for. */
export function namesVin(address: string): boolean {
  const at = address.indexOf('?')
  if (at < 0) return false
  const query = new URLSearchParams(address.slice(at))
  return query.has('vin') || [...query.values()].some(holdsVin)
}
