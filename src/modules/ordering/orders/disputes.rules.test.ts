import { isDisputeClosed, keepsMoney, standingOf } from './disputes.rules.ts'
import { describe, expect, it } from 'vitest'

describe('a dispute', () => {
  /** By the provider's words: the standing that people see, and whether the bank has the money that could be given back. */
  it.each([
    ['won', 'won', false, false],
    ['lost', 'lost', true, true],
    ['warning_closed', 'closed', false, false],
    ['prevented', 'closed', false, false],
    ['needs_response', 'to-answer', true, false],
    ['under_review', 'under-review', true, false],
    ['warning_needs_response', 'to-answer', true, false],
    ['warning_under_review', 'under-review', true, false],
    ['a_status_of_tomorrow', 'to-answer', true, false],
  ])('with status %s is %s, and keeps the money: %s, %s where it is refundable', (status, standing, locked, open) => {
    expect(standingOf(status)).toBe(standing)
    expect(keepsMoney({ status, isRefundable: false })).toBe(locked)
    expect(keepsMoney({ status, isRefundable: true })).toBe(open)
  })

  it('waits for nobody once it is won, lost or dropped', () => {
    const statuses = ['won', 'lost', 'warning_closed', 'prevented', 'needs_response', 'under_review', '']
    expect(statuses.filter(isDisputeClosed)).toEqual(['won', 'lost', 'warning_closed', 'prevented'])
  })
})
