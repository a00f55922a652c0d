import type { Shop } from '#ui/shop.tsx'

/** What every island needs to know of the shop, written into the page once. */
export type PageFacts = { shop: Shop; hostedIdentity: boolean }

export const factsId = 'page-facts'
