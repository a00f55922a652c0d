import { describe, expect, it } from 'vitest'
import { type CardInput, cardOfPaymentMethod, judgeCard } from './test-cards.ts'

const now = new Date('2026-11-21T12:00:00Z')
const card = (number: string, extra: Partial<CardInput> = {}): CardInput => ({
  number,
  expMonth: 12,
  expYear: 2030,
  cvc: '123',
  ...extra,
})

describe('the sandbox’s bank', () => {
  it('keeps brand and last digits of a test card, and nothing of another', () => {
    expect(judgeCard(card('4242 4242 4242 4242'), now)).toEqual({
      kind: 'approved',
      card: { brand: 'visa', last4: '4242' },
    })
    const real = judgeCard(card('4111111111111111'), now)
    expect(real).toMatchObject({ kind: 'declined', card: undefined, error: { decline_code: 'test_mode_live_card' } })
    expect(JSON.stringify(real)).not.toContain('1111')
  })

  it('says that only test cards work', () => {
    for (const number of ['4111111111111111', '4242424242424241', '__proto__', 'constructor']) {
      const verdict = judgeCard(card(number), now)
      expect('error' in verdict && verdict.error.message).toContain('test cards only')
    }
  })

  it('takes two digits of a year, and no code at all', () => {
    expect(judgeCard(card('4242424242424242', { expYear: 30, cvc: undefined }), now).kind).toBe('approved')
    expect(judgeCard(card('378282246310005', { cvc: '123' }), now)).toMatchObject({ error: { code: 'invalid_cvc' } })
    expect(judgeCard(card('378282246310005', { cvc: '1234' }), now).kind).toBe('approved')
  })

  it('knows Stripe’s test names', () => {
    const named = cardOfPaymentMethod('pm_card_amex', now)
    expect(named && judgeCard(named, now).kind).toBe('approved')
    expect(cardOfPaymentMethod('constructor', now)).toBeUndefined()
  })
})
