import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** What every page says of the basket; the rest stands apart (basket.texts.ts), so that no page carries it for these. */
export const basketBarTexts = texts('ordering.basketBar', {
  basket: 'Basket',
  /** For ears: the number beside the sign. */
  basketWith: (lines: string, count: number) => `Basket, ${lines} ${count === 1 ? 'line' : 'lines'}`,
  added: (quantity: string, name: string) => sentence`${quantity} × ${name} added to your basket`,
  toBasket: 'Go to the basket',
})
