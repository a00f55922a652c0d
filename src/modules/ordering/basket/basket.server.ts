import type { Handlers } from '#kernel/endpoint'
import { type Context, callerOf } from '#platform/context'
import { paysOwnPrices } from '#services/pricing'
import type { Basket, basketContract } from './basket.contract.ts'
import type { basketCountContract } from './count.contract.ts'
import { acceptChanges, changeLine, countLines, removeLine, writeLines } from './lines.server.ts'
import { orderBasket } from './order.server.ts'
import { priceVisitorLines, problemsOfTools, readBasket } from './read.server.ts'

const shown = async (ctx: Context): Promise<Basket> => (await readBasket(ctx)).shown

/** The call of `ordering/basket/count.contract.ts`. */
export const basketCountHandlers: Handlers<typeof basketCountContract, Context> = {
  async countBasket(ctx) {
    const { lines } = await countLines(ctx)
    return { lines, ownPrices: await paysOwnPrices(ctx, callerOf(ctx).id) }
  },
}

/** The calls of `ordering/basket/basket.contract.ts`. */
export const basketHandlers: Handlers<typeof basketContract, Context> = {
  async getBasket(ctx, { query: { country, region, deliveryMethod: method } }) {
    return (await readBasket(ctx, { place: country === undefined ? undefined : { country, region }, method })).shown
  },

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

  priceBasket: (ctx, { body }) => priceVisitorLines(ctx, body.lines, { method: body.deliveryMethod }),
}
