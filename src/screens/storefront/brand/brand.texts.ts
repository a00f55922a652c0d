import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** The page of a brand. */
export const brandTexts = texts('screens.brand', {
  description: (name: string) =>
    sentence`${name}: vehicle parts and tools with stock, minimum order quantity and price per unit.`,
  logoOf: (name: string) => sentence`Logo of ${name}`,
  tools: (name: string) => sentence`Tools of ${name}`,
  count: (count: number, inWords: string) => (count === 1 ? '1 product' : `${inWords} products`),
  narrow: (name: string) => sentence`Search and filter all of ${name}`,
})
