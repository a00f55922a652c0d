import { describe, expect, it } from 'vitest'
import { countInWords } from '../lists.rules.ts'

describe('a count in words', () => {
  it('is exact up to 10,000', () => {
    expect(countInWords(0, 'en-US')).toBe('0')
    expect(countInWords(9_999, 'en-US')).toBe('9,999')
    expect(countInWords(10_000, 'en-US')).toBe('10,000')
    expect(countInWords(9_999, 'de-DE')).toBe('9.999')
  })

  it('says above that only that there are more', () => {
    expect(countInWords(10_001, 'en-US')).toBe('10,000+')
    expect(countInWords(1_000_000, 'en-US')).toBe('10,000+')
    expect(countInWords(10_000, 'en-US', false)).toBe('10,000+')
  })
})
