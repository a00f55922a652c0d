import { dayIn } from '#kernel/days'
import { refuseFields } from '#kernel/refusals'
import type { Context } from '#platform/context'
import type { Mapping } from './mapping.rules.ts'

/**
 * A mapping as it is kept: the rate of its currency with the day on which it was said, today unless it says another.
 * Refuses: invalid-input, where the currency is the shop's own.
 */
export function datedMapping(ctx: Pick<Context, 'now' | 'settings'>, mapping: Mapping): Mapping {
  const { currency } = mapping
  if (!currency) return mapping
  if (currency.code === ctx.settings.currency.toLowerCase()) {
    const message = 'This is the shop’s own currency. Leave it out, and multiply prices by a factor if you want to.'
    throw refuseFields([{ field: 'mapping.currency.code', message }])
  }
  return { ...mapping, currency: { ...currency, saidOn: currency.saidOn ?? dayIn(ctx.now(), ctx.settings.timeZone) } }
}
