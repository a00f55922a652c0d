/**
 * The demo shop's accounts. Their domain is reserved for examples (RFC 2606), and the shop lets them in only while it
 * is reachable from its own machine alone (decisions, section 5).
 */
export const demoDomain = 'demo.tappet.example'

export const demoCustomer = { name: 'Rahim Traders', email: `workshop@${demoDomain}`, password: 'workshop' }
export const demoAdmin = { name: 'Shop Owner', email: `owner@${demoDomain}` }

/** Whether this is a demo account in a shop that others can reach. */
export function isClosedDemoAccount(email: string, shop: { loopbackOnly: boolean }): boolean {
  return !shop.loopbackOnly && email.endsWith(`@${demoDomain}`)
}
