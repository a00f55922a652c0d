import { dayIn } from '#kernel/days'
import { refuseFields } from '#kernel/refusals'
import type { Context } from '#platform/context'
import type { Mapping } from './mapping.rules.ts'
import { listCurrencyProblems } from './mapping.texts.ts'

/**
 * A mapping as it is kept: the rate of its currency with the day on which it was said, today unless it says another.
 * Refuses: invalid-input, where the currency is the shop's own, or the rate is into another than the shop has now.
 */
export function datedMapping(ctx: Pick<Context, 'now' | 'settings'>, mapping: Mapping): Mapping {
  const { currency } = mapping
  if (!currency) return mapping
  const into = ctx.settings.currency.toLowerCase()
  if (currency.code === into) {
    throw refuseFields([{ field: 'mapping.currency.code', message: listCurrencyProblems.shopsOwn }])
  }
  if (currency.into !== undefined && currency.into !== into) {
    const [from, old, now] = [currency.code.toUpperCase(), currency.into.toUpperCase(), into.toUpperCase()]
    throw refuseFields([
      { field: 'mapping.currency.rate', message: listCurrencyProblems.otherRate({ from, old, now }) },
    ])
  }
  const saidOn = currency.saidOn ?? dayIn(ctx.now(), ctx.settings.timeZone)
  return { ...mapping, currency: { ...currency, saidOn, into } }
}
