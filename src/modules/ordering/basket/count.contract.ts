import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'

/** What every page asks where somebody is logged in: it stands by itself, without the schemas of a basket. */
export const basketCountContract = {
  countBasket: endpoint('GET /basket/count', {
    summary: 'How many lines the basket has, and whether the account pays prices of its own.',
    access: 'signed-in',
    /** `ownPrices`: what it pays is worth asking for (`GET /prices`); without, it pays what pages show. */
    answer: z.object({ lines: z.number(), ownPrices: z.boolean() }),
  }),
}
