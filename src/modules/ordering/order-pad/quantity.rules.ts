import { withoutPieces } from '#kernel/tables/pieces'
import { countField, plainNumber } from '#kernel/typed-field'
import { type NumberProblem, readNumber } from '#kernel/typed-number'
import { basketLimits } from '../basket/basket.rules.ts'

/** Why a quantity is none. */
export type QuantityProblem =
  | 'quantity-missing'
  | 'quantity-unclear'
  | 'quantity-no-number'
  | 'quantity-fraction'
  | 'quantity-negative'
  | 'quantity-zero'
  | 'quantity-too-large'

const problems: Record<NumberProblem, QuantityProblem> = {
  blank: 'quantity-missing',
  unclear: 'quantity-unclear',
  'no-number': 'quantity-no-number',
  'other-currency': 'quantity-no-number',
  'too-many-decimals': 'quantity-fraction',
  negative: 'quantity-negative',
  'too-large': 'quantity-too-large',
}

/** Reads a quantity as people and spreadsheets write it: `1000`, `1,000`, `1 000`, `2.00`, `5 pcs`. A number is what it says. */
export function readQuantity(typed: string | number, locale: string): number | QuantityProblem {
  if (typeof typed === 'number' && typed > basketLimits.quantity) return 'quantity-too-large'
  if (typeof typed === 'number' && !Number.isInteger(typed))
    return typed < 0 ? 'quantity-negative' : 'quantity-fraction'
  const read = readNumber(figureOf(typed), countField(locale))
  if ('problem' in read) return problems[read.problem]
  const quantity = Number(read.value)
  if (quantity === 0) return 'quantity-zero'
  return quantity > basketLimits.quantity ? 'quantity-too-large' : quantity
}

const figureOf = (typed: string | number) => withoutPieces(String(typed).trim())

/** What an unclear quantity can mean, in a sentence. */
export function sayUnclear(typed: string | number, locale: string): string | undefined {
  const plain = plainNumber(figureOf(typed), countField(locale), '')
  return 'message' in plain ? plain.message : undefined
}
