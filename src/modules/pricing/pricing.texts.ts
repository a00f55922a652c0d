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

/** What is said of the fields of prices. */
export const priceFieldTexts = texts('pricing.fields', {
  tools: 'Say for which tools.',
  most: (most: number) => `Ask for at most ${most} tools.`,
})
