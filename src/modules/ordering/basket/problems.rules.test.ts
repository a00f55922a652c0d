import { describe, expect, it } from 'vitest'
import { type StandingLine, changesOf, problemsOf } from './problems.rules.ts'

const line = (more: Partial<StandingLine> = {}): StandingLine => ({
  id: '1',
  toolId: 'brake',
  name: 'Brake pad',
  quantity: 2,
  price: 835,
  available: 10,
  minimum: 1,
  multiple: 1,
  fit: undefined,
  seen: { price: 835, free: 10, fit: undefined },
  ...more,
})
const place = { currency: 'usd', locale: 'en-US' }
const problems = (...lines: StandingLine[]) => lines.map(one => problemsOf(lines, 'en-US').get(one.id))

describe('what is wrong with a line', () => {
  it('is nothing where it can be ordered', () => {
    expect(problems(line())).toEqual([[]])
  })

  it('says what would do instead', () => {
    expect(problems(line({ quantity: 12 }))).toEqual([
      [{ code: 'not-enough-stock', message: 'Only 10 left. Order 10 or fewer.', quantity: 10 }],
    ])
    expect(problems(line({ quantity: 2, minimum: 4 }))).toEqual([
      [{ code: 'below-minimum', message: 'The minimum order quantity is 4. Order 4 or more.', quantity: 4 }],
    ])
    const between = { quantity: 50, minimum: 48, multiple: 24, available: 100 }
    expect(problems(line(between))).toEqual([
      [{ code: 'not-a-multiple', message: 'This is sold in multiples of 24. Order 48 or 72.', quantity: 72 }],
    ])
  })

  it('proposes the last multiple that the stock reaches', () => {
    const short = { quantity: 96, minimum: 24, multiple: 24, available: 80 }
    expect(problems(line(short))).toMatchObject([[{ code: 'not-enough-stock', quantity: 72 }]])
  })

  it('proposes nothing where nothing can be ordered', () => {
    expect(problems(line({ available: 0 }))).toEqual([
      [{ code: 'not-enough-stock', message: 'This has sold out. Remove it to order the rest.' }],
    ])
    expect(problems(line({ available: 3, minimum: 4, quantity: 4 }))).toMatchObject([[{ code: 'not-enough-stock' }]])
    expect(problems(line({ price: undefined }))).toMatchObject([[{ code: 'tool-gone' }]])
  })

  it('counts lines of one tool together, and proposes what the others leave', () => {
    const [one, other] = problems(line({ quantity: 6 }), line({ id: '2', quantity: 7 }))
    const message = 'Only 10 left. Your basket has 13 on several lines. Order 10 or fewer.'
    expect(one).toEqual([{ code: 'not-enough-stock', message, quantity: 3 }])
    expect(other).toEqual([{ code: 'not-enough-stock', message, quantity: 4 }])
    expect(problems(line({ quantity: 1, minimum: 4 }), line({ id: '2', quantity: 3, minimum: 4 }))).toEqual([[], []])
  })

  it('is a fit that has to be read and ticked first', () => {
    const fit = {
      answer: 'fits-if' as const,
      isUniversal: false,
      vehicle: '2015 Honda Civic',
      statements: ['ABS: yes'],
      isAcknowledged: false,
    }
    expect(problems(line({ fit }))).toMatchObject([[{ code: 'fit-not-acknowledged' }]])
    expect(problems(line({ fit: { ...fit, answer: 'does-not-fit' } }))).toMatchObject([[{ code: 'does-not-fit' }]])
    expect(problems(line({ fit: { ...fit, isAcknowledged: true } }))).toEqual([[]])
  })
})

describe('what has changed since it was seen', () => {
  it('is nothing where all is as it was', () => {
    expect(changesOf([line()], place)).toEqual([])
  })

  it('is another price, by its amounts', () => {
    expect(changesOf([line({ price: 910 })], place)).toEqual([
      {
        id: '1:price:910',
        line: '1',
        kind: 'price',
        message: 'Brake pad: the price is $9.10 now. It was $8.35 when you last looked.',
      },
    ])
  })

  it('is stock that no longer is enough, and not stock that still is', () => {
    expect(changesOf([line({ available: 5 })], place)).toEqual([])
    expect(changesOf([line({ available: 1 })], place)).toMatchObject([{ id: '1:stock:1', kind: 'stock' }])
    // It was too much already when it was last looked at.
    expect(changesOf([line({ quantity: 12, available: 5 })], place)).toEqual([])
  })

  it('is another answer about the fit', () => {
    const fit = {
      answer: 'does-not-fit' as const,
      isUniversal: false,
      vehicle: '2015 Honda Civic',
      statements: [],
      isAcknowledged: true,
    }
    const seen = { price: 835, free: 10, fit: 'fits' as const }
    expect(changesOf([line({ fit, seen })], place)).toMatchObject([
      { id: '1:fit:does-not-fit', message: 'Brake pad: it is now known not to fit your 2015 Honda Civic.' },
    ])
  })
})
