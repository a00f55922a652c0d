/** The page of a brand. */
export const brandTexts = {
  description: (name: string) =>
    `${name}: vehicle parts and tools with stock, minimum order quantity and price per unit.`,
  logoOf: (name: string) => `Logo of ${name}`,
  tools: (name: string) => `Tools of ${name}`,
  count: (count: number, inWords: string) => (count === 1 ? '1 product' : `${inWords} products`),
  narrow: (name: string) => `Search and filter all of ${name}`,
}
