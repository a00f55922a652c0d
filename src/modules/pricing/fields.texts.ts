import { texts } from '#kernel/texts'

/** What is said of the fields of prices. */
export const priceFieldTexts = texts('pricing.fields', {
  tools: 'Say for which tools.',
  most: (most: number) => `Ask for at most ${most} tools.`,
})
