import {
  type CardBrand,
  brandOf,
  cvcLength,
  digitsOf,
  expiryProblem,
  fullYear,
  hasValidCheckDigit,
} from '#rules/ordering'
import { paymentsTexts } from '#texts/ordering'

/** What the sandbox's bank says to each number it knows: Stripe's public test numbers. Every other card is declined. */
const testCards = new Map(
  Object.entries<Outcome>({
    '4242424242424242': 'approved',
    '5555555555554444': 'approved',
    '378282246310005': 'approved',
    '4000002500003155': 'challenged',
    '4000000000003220': 'challenged',
    '4000000000000002': 'generic_decline',
    '4000000000009995': 'insufficient_funds',
    '4000000000000069': 'expired_card',
    '4000000000000127': 'incorrect_cvc',
    '4000000000000119': 'processing_error',
    '4000000000005126': 'approved',
    '4000000000007726': 'approved',
    '4000000000000259': 'approved',
    '4000000000001976': 'approved',
  }),
)

/**
 * What becomes of a payment by some of these cards when its money is there, as with Stripe's: a refund that is done at
 * once and fails a moment later, one that waits before it is done, a bank that disputes the payment, or asks about it.
 */
export type Aftermath = 'refund-fails' | 'refund-waits' | 'disputed' | 'asked-about'

const aftermaths = new Map(
  Object.entries<Aftermath>({
    '5126': 'refund-fails',
    '7726': 'refund-waits',
    '0259': 'disputed',
    '1976': 'asked-about',
  }),
)

/** By the last digits, which are all that is kept: of the cards that the sandbox takes, no two have the same. */
export function aftermathOf(last4: string | null): Aftermath | undefined {
  return last4 === null ? undefined : aftermaths.get(last4)
}

/** Stripe's names for test cards that a server may send instead of a number. */
const testPaymentMethods = new Map(
  Object.entries({
    pm_card_visa: '4242424242424242',
    pm_card_mastercard: '5555555555554444',
    pm_card_amex: '378282246310005',
    pm_card_authenticationRequired: '4000002500003155',
    pm_card_visa_chargeDeclined: '4000000000000002',
    pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
    pm_card_chargeDeclinedExpiredCard: '4000000000000069',
    pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
    pm_card_chargeDeclinedProcessingError: '4000000000000119',
    pm_card_refundFail: '4000000000005126',
    pm_card_pendingRefund: '4000000000007726',
    pm_card_createDispute: '4000000000000259',
    pm_card_createDisputeInquiry: '4000000000001976',
  }),
)

type Decline = 'generic_decline' | 'insufficient_funds' | 'expired_card' | 'incorrect_cvc' | 'processing_error'
type Outcome = 'approved' | 'challenged' | Decline

export type CardInput = { number: string; expMonth: number; expYear: number; cvc: string | undefined }

/** All that is kept of a card. */
export type StoredCard = { brand: CardBrand; last4: string }

export type CardError = { code: string; decline_code?: string; message: string; param?: string }

/**
 * - `unusable`: the data is wrong, so no bank was asked and the intent stays as it is
 * - `declined`: the bank was asked and said no: an attempt that counts
 */
export type Verdict =
  | { kind: 'unusable'; error: CardError }
  | { kind: 'declined'; card: StoredCard | undefined; error: CardError }
  | { kind: 'challenged' | 'approved'; card: StoredCard }

/** What the sandbox's bank says to a card at this moment. */
export function judgeCard(input: CardInput, now: Date): Verdict {
  const unusable = problemOf(input, now)
  if (unusable) return { kind: 'unusable', error: unusable }
  const number = digitsOf(input.number)
  const outcome = testCards.get(number)
  if (outcome === undefined) {
    // Somebody typed a real card: not even its last digits are kept.
    const error = {
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message: paymentsTexts.sandbox.not_a_test_card,
    }
    return { kind: 'declined', card: undefined, error }
  }
  const card = { brand: brandOf(number), last4: number.slice(-4) }
  if (outcome === 'approved' || outcome === 'challenged') return { kind: outcome, card }
  return { kind: 'declined', card, error: declineOf(outcome) }
}

/** The card behind one of Stripe's test names; good for as long as anybody tests. */
export function cardOfPaymentMethod(name: string, now: Date): CardInput | undefined {
  const number = testPaymentMethods.get(name)
  if (number === undefined) return undefined
  return { number, expMonth: 12, expYear: now.getUTCFullYear() + 4, cvc: number.startsWith('37') ? '1234' : '123' }
}

function problemOf({ number, expMonth, expYear, cvc }: CardInput, now: Date): CardError | undefined {
  const isNumber = /^[\d -]{12,30}$/.test(number) && hasValidCheckDigit(number)
  if (!isNumber) return { code: 'incorrect_number', message: paymentsTexts.sandbox.incorrect_number, param: 'number' }
  const problem = expiryProblem(expMonth, fullYear(expYear), now)
  if (problem === 'invalid_expiry_year_past') {
    return { code: 'invalid_expiry_year', message: paymentsTexts.sandbox.invalid_expiry_year, param: 'exp_year' }
  }
  if (problem)
    return { code: 'invalid_expiry_month', message: paymentsTexts.sandbox.invalid_expiry_month, param: 'exp_month' }
  const isCvc = cvc === undefined || new RegExp(`^\\d{${cvcLength(brandOf(number))}}$`).test(cvc)
  return isCvc ? undefined : { code: 'invalid_cvc', message: paymentsTexts.sandbox.invalid_cvc, param: 'cvc' }
}

/** Stripe gives some reasons as the code itself, others as the reason behind `card_declined`. */
function declineOf(reason: Decline): CardError {
  const message = paymentsTexts.sandbox[reason]
  if (reason === 'generic_decline' || reason === 'insufficient_funds') {
    return { code: 'card_declined', decline_code: reason, message }
  }
  return { code: reason, ...(reason !== 'processing_error' && { decline_code: reason }), message }
}
