import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'

/** What every page asks where somebody is logged in: it stands by itself, without the schemas of a basket. */
export const basketCountContract = {
  countBasket: endpoint('GET /basket/count', {
    summary: 'How many lines the basket has.',
    access: 'signed-in',
    answer: z.object({ lines: z.number() }),
  }),
}
