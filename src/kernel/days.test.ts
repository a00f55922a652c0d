import { describe, expect, it } from 'vitest'
import { isDay } from './days.ts'

describe('isDay', () => {
  it.each(['2026-03-31', '2024-02-29', '1999-12-31', '1000-01-01'])('takes %s', text => expect(isDay(text)).toBe(true))

  it.each([
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '31.03.2026',
    '2026-3-1',
    '0999-12-31',
    '2026-03',
    '+012026-03-31',
    '2026-03-31T',
    'today',
    '',
  ])('does not take %j', text => expect(isDay(text)).toBe(false))
})
