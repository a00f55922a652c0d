import { dayIn } from '#kernel/days'
import { refuseFields } from '#kernel/refusals'
import type { Context } from '#platform/context'
import type { Mapping } from './mapping.rules.ts'

/**
 * A mapping as it is kept: the rate of its currency with the day on which it was said, today unless it says another.
 * Refuses: invalid-input, where the currency is the shop's own, or the rate is into another than the shop has now.
 */
export function datedMapping(ctx: Pick<Context, 'now' | 'settings'>, mapping: Mapping): Mapping {
  const { currency } = mapping
  if (!currency) return mapping
  const into = ctx.settings.currency.toLowerCase()
  if (currency.code === into) {
    const message = 'This is the shop’s own currency. Leave it out, and multiply prices by a factor if you want to.'
    throw refuseFields([{ field: 'mapping.currency.code', message }])
  }
  if (currency.into !== undefined && currency.into !== into) {
    const [from, old, now] = [currency.code, currency.into, into].map(code => code.toUpperCase())
    throw refuseFields([
      { field: 'mapping.currency.rate', message: `This rate is in ${old}. Say what one ${from} is in ${now} now.` },
    ])
  }
  const saidOn = currency.saidOn ?? dayIn(ctx.now(), ctx.settings.timeZone)
  return { ...mapping, currency: { ...currency, saidOn, into } }
}
