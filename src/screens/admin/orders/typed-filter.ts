import { amountField, plainNumber } from '#kernel/typed-field'

/**
 * Reads a filter as it was typed, with amounts as the language of the shop writes them. An amount that is none is left out, and `wrong`
 * says why.
 */
export function readTypedFilter(
  texts: Readonly<Record<string, string>>,
  shop: { currency: string; locale: string },
): { filter: Record<string, string>; wrong: string | undefined } {
  const read = Object.entries(texts).map(([name, typed]) => {
    const isAmount = name === 'least' || name === 'most'
    return [name, isAmount ? plainNumber(typed, amountField(shop), '') : { value: typed }] as const
  })
  const wrong = read.flatMap(([, result]) => ('message' in result ? [result.message] : []))
  const entries = read.flatMap(([name, result]) => ('value' in result ? [[name, result.value]] : []))
  return { filter: Object.fromEntries(entries), wrong: wrong[0] }
}
