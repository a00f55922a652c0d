import type { Handlers } from '#kernel/endpoint'
import { toDecimal } from '#kernel/money'
import { topicOfTool } from '#platform/changes/feed'
import type { Context } from '#platform/context'
import type { OwnPrice, pricesContract } from './prices.contract.ts'
import { type PricedTool, priceOf, quantitiesOf, tiersOf } from './prices.rules.ts'
import { payerOf, priceTerms, readShownPrices } from './prices.server.ts'

export const pricesHandlers: Handlers<typeof pricesContract, Context> = {
  async getPrices(ctx, { query: { ids } }) {
    for (const id of ids) ctx.topics?.add(topicOfTool(id))
    const tools = await readShownPrices(ctx, payerOf(ctx), ids)
    return ids.flatMap(id => {
      const tool = tools.get(id)
      return tool ? [toOwnPrice(ctx, id, tool)] : []
    })
  },
}

function toOwnPrice(ctx: Context, id: string, tool: PricedTool): OwnPrice {
  const { currency } = ctx.settings
  const terms = priceTerms(ctx)
  const { minimum, multiple } = quantitiesOf(tool)
  const { unitPrice, list } = priceOf(tool, minimum, terms)
  return {
    tools_id: id,
    unitPrice: toDecimal(unitPrice, currency),
    listPrice: toDecimal(tool.listPrice, currency),
    tiers: tiersOf(tool, terms).map(({ from, unitPrice }) => ({ from, unitPrice: toDecimal(unitPrice, currency) })),
    minimum,
    multiple,
    ...(list && { list: list.name }),
  }
}
