import { amountField, plainNumber } from '#kernel/typed-field'

/** What the filter asks for: amounts as the shop's language writes them. What is none is said below it; the list stays as it is without. */
export function askedBy(
  wanted: Readonly<Record<string, string>>,
  shop: { currency: string; locale: string },
): { asked: Record<string, string>; wrong: string | undefined } {
  const read = Object.entries(wanted).map(([name, typed]) => {
    const isAmount = name === 'least' || name === 'most'
    return [name, isAmount ? plainNumber(typed, amountField(shop), '') : { value: typed }] as const
  })
  const wrong = read.flatMap(([, said]) => ('message' in said ? [said.message] : []))
  const asked = read.flatMap(([name, said]) => ('value' in said ? [[name, said.value]] : []))
  return { asked: Object.fromEntries(asked), wrong: wrong[0] }
}
