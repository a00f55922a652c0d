import { formatMoney } from '#kernel/money'
import { basketLimits } from '../basket/basket.rules.ts'
import { listDifferences } from './lists.texts.ts'

/** What an account keeps under names, and what differs when it is ordered again. Pure. */

export const listLimits = { lists: 100, lines: basketLimits.lines, name: 80 }

/** How many orders back is looked for what is ordered often, in how many of them at least, and how many are shown. */
export const often = { orders: 500, times: 2, tools: 12 }

/** `was`: what a unit cost then, in minor units; undefined where it was of another currency. */
export type ListedLine = {
  price: number | undefined
  was: number | undefined
  problems: readonly { code: string; message: string }[]
}

/** What is not as it was when a line was saved or ordered: its price, and why it cannot be ordered as it is. */
export function differencesOf(
  { price, was, problems }: ListedLine,
  place: { currency: string; locale: string },
): string[] {
  if (price === undefined) return [listDifferences.gone]
  const money = (amount: number) => formatMoney(amount, place.currency, place.locale)
  const ofPrice = was === undefined || was === price ? [] : [listDifferences.price(money(price), money(was))]
  return [...ofPrice, ...problems.map(({ message }) => message)]
}
