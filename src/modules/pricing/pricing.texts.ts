import { texts } from '#kernel/texts'

/** Every sentence about prices that buyers read. */
export const pricingTexts = texts('pricing.pricing', {
  ladder: 'Price by quantity',
  from: 'From',
  each: 'Unit price',
  listPriceIs: 'List price',
  listPrice: (amount: string) => `List price ${amount}`,
  yourMultiple: (multiple: string) => `You order this in multiples of ${multiple}`,
})
