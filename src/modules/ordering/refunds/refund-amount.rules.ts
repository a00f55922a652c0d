import { toMinorUnits } from '#kernel/money'
import { amountField, plainNumber } from '#kernel/typed-field'
import { ordersAdminTexts as texts } from '../orders/admin.texts.ts'

type Refundable = { currency: string; refundable: number; locale: string }

/**
 * What was typed of an amount to refund, as the call takes it: decimal text with a point. Otherwise the sentence that says what
 * to type; `left` is what there is to refund, in words.
 */
export function readRefund(
  typed: string,
  { currency, refundable, locale }: Refundable,
  left: string,
): { amount: string } | { message: string } {
  const read = plainNumber(typed, amountField({ currency, locale }), texts.amountNeeded)
  if ('message' in read) return read
  const minor = toMinorUnits(read.value, currency) ?? 0
  if (minor <= 0) return { message: texts.amountShape }
  return minor > (toMinorUnits(refundable, currency) ?? 0)
    ? { message: texts.amountTooMuch(left) }
    : { amount: read.value }
}
