import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import { buyerOf } from '#services/accounts'
import { paysOwnPrices } from '#services/pricing'
import type { Basket, basketContract } from './basket.contract.ts'
import type { basketCountContract } from './count.contract.ts'
import { acceptChanges, changeLine, countLines, removeLine, writeLines } from './lines.server.ts'
import { orderBasket } from './order.server.ts'
import { priceLines, problemsOfTools, readBasket } from './read.server.ts'
import { placeShown } from '../delivery/place.server.ts'

type DeliveryQuery = { country?: string | undefined; region?: string | undefined; deliveryMethod?: string | undefined }

/** Where to, as far as the caller or their address book says it, and how. */
const deliveryFor = async (ctx: Context, { country, region, deliveryMethod: method }: DeliveryQuery = {}) => ({
  place: await placeShown(ctx, country === undefined ? undefined : { country, region }),
  method,
})

const shown = async (ctx: Context, query?: DeliveryQuery): Promise<Basket> =>
  (await readBasket(ctx, await deliveryFor(ctx, query))).shown

/** The call of `ordering/basket/count.contract.ts`. */
export const basketCountHandlers: Handlers<typeof basketCountContract, Context> = {
  async countBasket(ctx) {
    const { lines } = await countLines(ctx)
    return { lines, ownPrices: await paysOwnPrices(ctx, buyerOf(ctx)) }
  },
}

/** The calls of `ordering/basket/basket.contract.ts`. */
export const basketHandlers: Handlers<typeof basketContract, Context> = {
  getBasket: (ctx, { query }) => shown(ctx, query),

  async setLines(ctx, { body }) {
    await writeLines(ctx, body.lines, 'set')
    return shown(ctx)
  },

  async addLines(ctx, { body }) {
    await writeLines(ctx, body.lines, 'add')
    const problems = await problemsOfTools(ctx, [...new Set(body.lines.map(line => line.tools_id))])
    return { ...(await countLines(ctx)), problems }
  },

  async joinBasket(ctx, { body }) {
    await writeLines(ctx, body.lines, 'join')
    return shown(ctx)
  },

  async changeLine(ctx, { params, body }) {
    await changeLine(ctx, params.id, body)
    return shown(ctx)
  },

  removeLine: (ctx, { params }) => removeLine(ctx, params.id),

  async acceptChanges(ctx, { body }) {
    await acceptChanges(ctx, body.changes)
    return shown(ctx)
  },

  orderBasket: (ctx, { body, idempotencyKey }) => orderBasket(ctx, body, idempotencyKey),

  async priceBasket(ctx, { body: { lines, ...query } }) {
    return priceLines(ctx, lines, await deliveryFor(ctx, query))
  },
}
