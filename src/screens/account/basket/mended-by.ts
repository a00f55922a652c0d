import type { BasketLine } from '#contracts/ordering'

/** What is wrong with a line that another quantity would mend, unless too few are left for any. */
const ofQuantity = new Set(['below-minimum', 'not-a-multiple', 'not-enough-stock', 'too-many-units'])

/** What mends a line: another quantity, or nothing but that it is taken out. Its fit is ticked, which says so itself. */
export function mendedBy({ problems }: BasketLine): 'quantity' | 'removal' | undefined {
  const isLost = problems.some(
    ({ code, quantity }) => code === 'tool-gone' || (code === 'not-enough-stock' && quantity === undefined),
  )
  if (isLost) return 'removal'
  return problems.some(({ code }) => ofQuantity.has(code)) ? 'quantity' : undefined
}

/** Where it is said what is wrong with a line: it describes what mends it. */
export const problemsId = ({ id }: BasketLine): string => `problems-${id}`
